import { expect, test } from 'vitest';
import { type Expected, hearing, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { cite } from './citation.ts';

const inSpan = (text: string) => ({ text, html: `<span lang="pt-BR">${text}</span>` });

const expected: Expected = {
  'one word': inSpan('“[…] semáforo […]” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32)'),
  'two voices': {
    text: 'Tempo\tDepoente\tTrecho\n00:14:32–00:14:51\tJoão da Silva\tNão vi o semáforo.\n00:14:52–00:14:54\tDra. Ana Costa\tE a placa?\nFonte: mídia audiencia_12.mp4.',
    html: '<table lang="pt-BR" border="1" style="border-collapse:collapse"><tr><th width="20%" valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">Tempo</th><th width="20%" valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">Depoente</th><th valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">Trecho</th></tr><tr><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">00:14:32–00:14:51</td><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">João da Silva</td><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">Não vi o semáforo.</td></tr><tr><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">00:14:52–00:14:54</td><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">Dra. Ana Costa</td><td valign="top" style="border:1pt solid #000000;padding:2pt 5pt;text-align:left">E a placa?</td></tr></table><p lang="pt-BR">Fonte: mídia audiencia_12.mp4.</p>',
  },
  'two paragraphs': inSpan(
    '“Saí de casa às sete. Chovia muito.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  'no voices': inSpan('“Chovia muito.” (Mídia audiencia_12.mp4, 00:14:32–00:14:51)'),
  'no times': inSpan('“Chovia muito.” (Depoimento de João da Silva, mídia audiencia_12.mp4)'),
  'quotation marks': inSpan(
    '“Ele gritou ‘para o carro’ e ‘desce’ na rua.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  'four lines': inSpan(
    '“[…] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  'edited passage': inSpan(
    '“[…] não vi o semáforo, doutora.” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  dialect: inSpan(
    '“Nóis vai [sic] pra roça, uai…” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  number: inSpan(
    '“Paguei R$ 1.500,00 em 2 vezes […]” (Depoimento de João da Silva, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
  ),
  emoji: {
    text: "“Deu certo 👍🏽!” (Depoimento de 👩‍⚖️ Maria d'Ávila, mídia audiencia_12.mp4, 00:14:32–00:14:51)",
    html: '<span lang="pt-BR">“Deu certo 👍🏽!” (Depoimento de 👩‍⚖️ Maria d&#39;Ávila, mídia audiencia_12.mp4, 00:14:32–00:14:51)</span>',
  },
  'right to left': {
    text: '“شكرا جزيلا.”\u200e (Depoimento de سارة حداد\u200e, mídia audiencia_12.mp4, 00:14:32–00:14:51)',
    html: '<span lang="pt-BR"><span dir="auto">“شكرا جزيلا.”</span>\u200e (Depoimento de <span dir="auto">سارة حداد</span>\u200e, mídia audiencia_12.mp4, 00:14:32–00:14:51)</span>',
  },
};

test.each(selectionNames)('the style of petitions cites a selection with %s', (name) => {
  expect(cite('petition', selections[name], hearing)).toMatchObject(expected[name]);
});
