import { expect, test } from 'vitest';
import { type Expected, hearing, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { cite } from './citation.ts';

const inSpan = (text: string) => ({ text, html: `<span lang="pt-BR">${text}</span>` });

const expected: Expected = {
  'one word': inSpan(
    '“semáforo”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  'two voices': {
    text: 'Aos 14 minutos e 32 segundos da gravação “Audiência de instrução”:\n— Não vi o semáforo — disse João da Silva.\n— E a placa? — perguntou Dra. Ana Costa.',
    html: '<p lang="pt-BR">Aos 14 minutos e 32 segundos da gravação “Audiência de instrução”:</p><p lang="pt-BR">— Não vi o semáforo — disse João da Silva.</p><p lang="pt-BR">— E a placa? — perguntou Dra. Ana Costa.</p>',
  },
  'two paragraphs': inSpan(
    '“Saí de casa às sete. Chovia muito”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  'no voices': inSpan(
    '“Chovia muito”, ouve-se aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  'no times': inSpan('“Chovia muito”, disse João da Silva na gravação “Audiência de instrução”.'),
  'quotation marks': inSpan(
    '“Ele gritou ‘para o carro’ e ‘desce’ na rua”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  'four lines': inSpan(
    '“Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  'edited passage': inSpan(
    '“não vi o semáforo, doutora”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  dialect: inSpan(
    '“Nóis vai [sic] pra roça, uai…”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  number: inSpan(
    '“Paguei R$ 1.500,00 em 2 vezes”, disse João da Silva, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
  ),
  emoji: {
    text: "“Deu certo 👍🏽!”, disse 👩‍⚖️ Maria d'Ávila, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.",
    html: '<span lang="pt-BR">“Deu certo 👍🏽!”, disse 👩‍⚖️ Maria d&#39;Ávila, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.</span>',
  },
  'right to left': {
    text: '“شكرا جزيلا”\u200e, disse سارة حداد\u200e, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.',
    html: '<span lang="pt-BR"><span dir="auto">“شكرا جزيلا”</span>\u200e, disse <span dir="auto">سارة حداد</span>\u200e, aos 14 minutos e 32 segundos da gravação “Audiência de instrução”.</span>',
  },
};

test.each(selectionNames)('the style of newspapers cites a selection with %s', (name) => {
  expect(cite('press', selections[name], hearing)).toMatchObject(expected[name]);
});
