import { expect, test } from 'vitest';
import { type Expected, hearing, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { cite } from './citation.ts';

const inSpan = (text: string) => ({ text, html: `<span lang="pt-BR">${text}</span>` });

const expected: Expected = {
  'one word': inSpan('“[…] semáforo […]” (Silva, 2026, 14 min 32 s)'),
  'two voices': inSpan(
    '“Não vi o semáforo” (Silva, 2026, 14 min 32 s). “E a placa?” (Costa, 2026, 14 min 52 s).',
  ),
  'two paragraphs': inSpan('“Saí de casa às sete. Chovia muito” (Silva, 2026, 14 min 32 s).'),
  'no voices': inSpan('“Chovia muito” (Audiência […], 2026, 14 min 32 s).'),
  'no times': inSpan('“Chovia muito” (Silva, 2026).'),
  'quotation marks': inSpan('“Ele gritou ‘para o carro’ e ‘desce’ na rua” (Silva, 2026, 14 min 32 s).'),
  'four lines': {
    text: '[…] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho (Silva, 2026, 14 min 32 s).',
    html: '<p lang="pt-BR" style="margin:0 0 0 4cm;font-size:10pt;line-height:1;text-align:justify">[…] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho (Silva, 2026, 14 min 32 s).</p>',
  },
  'edited passage': inSpan('“[…] não vi o semáforo, doutora” (Silva, 2026, 14 min 32 s).'),
  dialect: inSpan('“Nóis vai [sic] pra roça, uai…” (Silva, 2026, 14 min 32 s).'),
  number: inSpan('“Paguei R$ 1.500,00 em 2 vezes […]” (Silva, 2026, 14 min 32 s)'),
  emoji: {
    text: "“Deu certo 👍🏽!” (d'Ávila, 2026, 14 min 32 s).",
    html: '<span lang="pt-BR">“Deu certo 👍🏽!” (d&#39;Ávila, 2026, 14 min 32 s).</span>',
  },
  'right to left': {
    text: '“شكرا جزيلا”\u200e (حداد\u200e, 2026, 14 min 32 s).',
    html: '<span lang="pt-BR"><span dir="auto">“شكرا جزيلا”</span>\u200e (<span dir="auto">حداد</span>\u200e, 2026, 14 min 32 s).</span>',
  },
};

test.each(selectionNames)('the ABNT style cites a selection with %s', (name) => {
  expect(cite('abnt', selections[name], hearing)).toMatchObject(expected[name]);
});
