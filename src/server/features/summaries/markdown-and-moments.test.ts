import { expect, test } from 'vitest';
import { momentChecker } from './cite-moments.ts';
import { cutParts, groupNotes } from './cut-parts.ts';
import { safeMarkdown, withoutLoosePart } from './safe-markdown.ts';
import type { SpokenLine } from './spoken-lines.ts';

const said = [
  'Hoje falamos da fotossíntese das plantas.',
  'O orçamento do laboratório foi aprovado em março.',
  'A prova de biologia será na sexta-feira.',
  'Quem faltar faz a segunda chamada.',
  'Até a próxima semana, pessoal.',
];
const lines = said.map((text, id): SpokenLine => ({ id, startMs: id * 61_500, head: `[s${id}]`, text }));
const check = momentChecker(lines);

test.each([
  ['A prova será na sexta. [s2]', 'A prova será na sexta. [2:03](#t=123)'],
  ['A prova será na sexta (s2).', 'A prova será na sexta [2:03](#t=123).'],
  ['A prova será na sexta [s2 Ana]', 'A prova será na sexta [2:03](#t=123)'],
  ['[s2] A prova será na sexta', ' [2:03](#t=123) A prova será na sexta'],
  [
    'Orçamento aprovado e prova na sexta [s1, s2]',
    'Orçamento aprovado e prova na sexta [1:01](#t=61.5) [2:03](#t=123)',
  ],
  ['Orçamento aprovado [s1-s3]', 'Orçamento aprovado [1:01](#t=61.5)'],
  ['A prova será na sexta. [s77]', 'A prova será na sexta.'],
  ['O foguete pousou em Marte ontem cedo. [s0]', 'O foguete pousou em Marte ontem cedo.'],
  ['Guardado no S3 (bucket) e [nota]', 'Guardado no S3 (bucket) e [nota]'],
])('%s', (text, expected) => {
  expect(check(text).text).toBe(expected);
});

test.each([
  ['<script>x</script>a', 'a'],
  ['a<script>x', 'a'],
  ['<SCRIPT SRC=//mau></SCRIPT>a', 'a'],
  ['<!-- x -->a<!-- y', 'a'],
  ['1 < 2 e <https://a.example>', '1 < 2 e <https://a.example>'],
  ['[a](javascript:alert(1))[b](data:text/html,x)[c](/api/x)[s3](#t=9)', 'abc[s3]'],
  ['[a](https://a.example/x_(y)) ![p](https://mau.example/p.png "t")', '[a](https://a.example/x_(y)) p'],
  ['[ref]: https://mau.example\nfim', '\nfim'],
])('%s becomes %s', (text, expected) => {
  expect(safeMarkdown(text)).toBe(expected);
});

test('texts of brackets alone cost no more than others', () => {
  const beganAt = performance.now();
  for (const sign of ['[', '![', '<', '<a', '<!--', '(', '[s1', '](', ' ', '<script', '[a](('])
    check(safeMarkdown(withoutLoosePart(sign.repeat(Math.ceil(50_000 / sign.length)))));
  expect(performance.now() - beganAt).toBeLessThan(5_000);
});

test('what may become a link or a tag is not shown before it has', () => {
  for (const loose of [' [s', ' [s2]', ' [a](http', ' <scr', ' ![x'])
    expect(withoutLoosePart(`A prova.${loose}`).trim()).toBe('A prova.');
  expect(withoutLoosePart('A prova. [s2] E mais')).toBe('A prova. [s2] E mais');
});

test('a text of one endless segment is cut between words, and every word stands once', () => {
  const words = Array.from({ length: 5_000 }, (_, at) => `palavra${at}`);
  const line: SpokenLine = { id: 0, startMs: 0, head: '[s0]', text: words.join(' ') };
  const parts = cutParts([line], { mostTokens: 1_000, durationMs: 60_000 });
  expect(parts.length).toBeGreaterThan(10);
  const read = parts.flatMap(({ text }) => text.replaceAll('[s0]', '').trim().split(/\s+/));
  expect(read).toEqual(words);
});

test('notes are grouped in their order, and none is lost', () => {
  const notes = Array.from({ length: 20 }, (_, at) => ({
    text: `nota ${at} ${'x'.repeat(90)}`,
    fromMs: at,
    toMs: at + 1,
  }));
  const groups = groupNotes(notes, 100);
  expect(groups.flat()).toEqual(notes);
  expect(groups.length).toBeGreaterThan(3);
});
