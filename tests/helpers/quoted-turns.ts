import type { QuotedTurn, Source } from '#domain/citation/citation.ts';

export const hearing: Source = {
  title: 'Audiência de instrução',
  fileName: 'audiencia_12.mp4',
  recordedAt: '2026-11-21T17:05:00.000Z',
  durationMs: 2_520_000,
  isTestText: false,
};

/** A whole sentence of João da Silva at 00:14:32 with the changes of a test. */
export const quotedTurn = (text: string, changes: Partial<QuotedTurn> = {}): QuotedTurn => ({
  text,
  voice: 'João da Silva',
  startMs: 872_400,
  endMs: 891_900,
  isCutBefore: false,
  isCutAfter: false,
  startsParagraph: true,
  ...changes,
});

const lawyer = { voice: 'Dra. Ana Costa', startMs: 892_000, endMs: 894_500 };

/** Each style has an expected text and HTML for each of these. */
export const selections = {
  'one word': [quotedTurn('semáforo', { endMs: 872_900, isCutBefore: true, isCutAfter: true })],
  'two voices': [quotedTurn('Não vi o semáforo.'), quotedTurn('E a placa?', lawyer)],
  'two paragraphs': [
    quotedTurn('Saí de casa às sete.', { endMs: 875_000 }),
    quotedTurn('Chovia muito.', { startMs: 880_000 }),
  ],
  'no voices': [quotedTurn('Chovia muito.', { voice: undefined })],
  'no times': [quotedTurn('Chovia muito.', { startMs: undefined, endMs: undefined })],
  'quotation marks': [quotedTurn('Ele gritou "para o carro" e “desce” na rua.')],
  'four lines': [
    quotedTurn(
      'Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho.',
      { isCutBefore: true },
    ),
  ],
  'edited passage': [quotedTurn(' não vi\n o  semáforo, doutora.', { isCutBefore: true })],
  dialect: [quotedTurn('Nóis vai [sic] pra roça, uai…')],
  number: [quotedTurn('Paguei R$ 1.500,00 em 2 vezes', { isCutAfter: true })],
  emoji: [quotedTurn('Deu certo 👍🏽!', { voice: "👩‍⚖️ Maria d'Ávila" })],
  'right to left': [quotedTurn('شكرا جزيلا.', { voice: 'سارة حداد' })],
} satisfies Record<string, readonly QuotedTurn[]>;

export type Expected = Readonly<Record<keyof typeof selections, Readonly<{ text: string; html: string }>>>;

export const selectionNames = Object.keys(selections) as (keyof typeof selections)[];
