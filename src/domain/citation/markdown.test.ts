import { expect, test } from 'vitest';
import { type Expected, hearing, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { cite } from './citation.ts';
import { escapeMarkdown } from './markdown.ts';

const expected: Expected = {
  'one word': {
    text: '> **João da Silva** (00:14:32): […] semáforo […]\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): […] semáforo […]</p><p>— Audiência de instrução</p></blockquote>',
  },
  'two voices': {
    text: '> **João da Silva** (00:14:32): Não vi o semáforo.\n>\n> **Dra. Ana Costa** (00:14:52): E a placa?\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): Não vi o semáforo.</p><p><strong>Dra. Ana Costa</strong> (00:14:52): E a placa?</p><p>— Audiência de instrução</p></blockquote>',
  },
  'two paragraphs': {
    text: '> **João da Silva** (00:14:32): Saí de casa às sete.\n>\n> Chovia muito.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): Saí de casa às sete.</p><p>Chovia muito.</p><p>— Audiência de instrução</p></blockquote>',
  },
  'no voices': {
    text: '> (00:14:32): Chovia muito.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p>(00:14:32): Chovia muito.</p><p>— Audiência de instrução</p></blockquote>',
  },
  'no times': {
    text: '> **João da Silva**: Chovia muito.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong>: Chovia muito.</p><p>— Audiência de instrução</p></blockquote>',
  },
  'quotation marks': {
    text: '> **João da Silva** (00:14:32): Ele gritou "para o carro" e “desce” na rua.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): Ele gritou &quot;para o carro&quot; e “desce” na rua.</p><p>— Audiência de instrução</p></blockquote>',
  },
  'four lines': {
    text: '> **João da Silva** (00:14:32): […] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): […] Quando cheguei ao cruzamento, o sinal estava fechado para mim e eu parei. O caminhão veio pela outra rua, sem diminuir, e bateu na traseira do carro vermelho, que girou duas vezes antes de parar na calçada. Depois só me lembro do barulho.</p><p>— Audiência de instrução</p></blockquote>',
  },
  'edited passage': {
    text: '> **João da Silva** (00:14:32): […] não vi o semáforo, doutora.\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): […] não vi o semáforo, doutora.</p><p>— Audiência de instrução</p></blockquote>',
  },
  dialect: {
    text: '> **João da Silva** (00:14:32): Nóis vai [sic] pra roça, uai…\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): Nóis vai [sic] pra roça, uai…</p><p>— Audiência de instrução</p></blockquote>',
  },
  number: {
    text: '> **João da Silva** (00:14:32): Paguei R$ 1.500,00 em 2 vezes […]\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong>João da Silva</strong> (00:14:32): Paguei R$ 1.500,00 em 2 vezes […]</p><p>— Audiência de instrução</p></blockquote>',
  },
  emoji: {
    text: "> **👩‍⚖️ Maria d'Ávila** (00:14:32): Deu certo 👍🏽!\n>\n> — Audiência de instrução",
    html: '<blockquote lang="pt-BR"><p><strong>👩‍⚖️ Maria d&#39;Ávila</strong> (00:14:32): Deu certo 👍🏽!</p><p>— Audiência de instrução</p></blockquote>',
  },
  'right to left': {
    text: '> **سارة حداد\u200e** (00:14:32): شكرا جزيلا.\u200e\n>\n> — Audiência de instrução',
    html: '<blockquote lang="pt-BR"><p><strong><span dir="auto">سارة حداد</span>\u200e</strong> (00:14:32): <span dir="auto">شكرا جزيلا.</span>\u200e</p><p>— Audiência de instrução</p></blockquote>',
  },
};

test.each(selectionNames)('the Markdown style cites a selection with %s', (name) => {
  expect(cite('markdown', selections[name], hearing)).toMatchObject(expected[name]);
});

test.each([
  ['- um', '\\- um'],
  [' - um', ' \\- um'],
  ['  # título', '  \\# título'],
  ['   > fala', '   \\> fala'],
  ['\t+ um', '\t\\+ um'],
  ['  ---', '  \\---'],
  ['  1. um', '  1\\. um'],
  [' 12) um', ' 12\\) um'],
  ['um\n - dois\r\n  # três\r 4. quatro', 'um\n \\- dois\r\n  \\# três\r 4\\. quatro'],
  ['das 9 - 10 h, o item 1. e a #2', 'das 9 - 10 h, o item 1. e a #2'],
])('the text %j becomes no list, heading or quotation in Markdown', (text, written) => {
  expect(escapeMarkdown(text)).toBe(written);
});
