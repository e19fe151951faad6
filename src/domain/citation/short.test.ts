import { expect, test } from 'vitest';
import { type Expected, hearing, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { cite } from './citation.ts';

const inSpan = (text: string) => ({ text, html: `<span lang="pt-BR">${text}</span>` });

const expected: Expected = {
  'one word': inSpan('“[…] semáforo […]” (João da Silva, 00:14:32)'),
  'two voices': {
    text: '“Não vi o semáforo.” (João da Silva, 00:14:32)\n“E a placa?” (Dra. Ana Costa, 00:14:52)',
    html: '<p lang="pt-BR">“Não vi o semáforo.” (João da Silva, 00:14:32)</p><p lang="pt-BR">“E a placa?” (Dra. Ana Costa, 00:14:52)</p>',
  },
  'two paragraphs': inSpan('“Saí de casa às sete. Chovia muito.” (João da Silva, 00:14:32)'),
  'no voices': inSpan('“Chovia muito.” (Audiência de instrução, 00:14:32)'),
  'no times': inSpan('“Chovia muito.” (João da Silva)'),
  'quotation marks': inSpan('“Ele gritou ‘para o carro’ e ‘desce’ na rua.” (João da Silva, 00:14:32)'),
  'four lines': inSpan(
    '“[…] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho.” (João da Silva, 00:14:32)',
  ),
  'edited passage': inSpan('“[…] não vi o semáforo, doutora.” (João da Silva, 00:14:32)'),
  dialect: inSpan('“Nóis vai [sic] pra roça, uai…” (João da Silva, 00:14:32)'),
  number: inSpan('“Paguei R$ 1.500,00 em 2 vezes […]” (João da Silva, 00:14:32)'),
  emoji: {
    text: "“Deu certo 👍🏽!” (👩‍⚖️ Maria d'Ávila, 00:14:32)",
    html: '<span lang="pt-BR">“Deu certo 👍🏽!” (👩‍⚖️ Maria d&#39;Ávila, 00:14:32)</span>',
  },
  'right to left': {
    text: '“شكرا جزيلا.”\u200e (سارة حداد\u200e, 00:14:32)',
    html: '<span lang="pt-BR"><span dir="auto">“شكرا جزيلا.”</span>\u200e (<span dir="auto">سارة حداد</span>\u200e, 00:14:32)</span>',
  },
};

test.each(selectionNames)('the short style cites a selection with %s', (name) => {
  expect(cite('short', selections[name], hearing)).toMatchObject(expected[name]);
});
