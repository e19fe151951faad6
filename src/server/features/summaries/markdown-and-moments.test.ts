import { expect, test } from 'vitest';
import { unprovedMark } from '#domain/evidence/unproved-mark.ts';
import { tokenCounter } from '#server/adapters/language-model/count-tokens.ts';
import { createCitationChecker } from './check-citations.ts';
import { sanitizeMarkdown, sanitizeMarkdownText, withoutUnfinishedMarkup } from './sanitize-markdown.ts';
import { groupNotes, splitParts } from './split-parts.ts';
import type { TranscriptLine } from './transcript-lines.ts';

const countTokens = tokenCounter('small');

const said = [
  'Hoje falamos da fotossíntese das plantas.',
  'O orçamento do laboratório foi aprovado em março.',
  'A prova de biologia será na sexta-feira.',
  'Quem faltar faz a segunda chamada.',
  'Até a próxima semana, pessoal.',
];
const lines = said.map(
  (text, id): TranscriptLine => ({
    id,
    startMs: id * 61_500,
    head: id === 2 ? '[s2 Ana]' : `[s${id}]`,
    text,
  }),
);
const check = createCitationChecker(lines);
const mark = ` ${unprovedMark}`;

test.each([
  ['A prova será na sexta. [s2]', 'A prova será na sexta. [2:03](#t=123)'],
  ['A prova será na sexta (s2).', 'A prova será na sexta [2:03](#t=123).'],
  ['A prova será na sexta [s2 Ana]', 'A prova será na sexta [2:03](#t=123)'],
  ['A prova será na sexta **[s2]**', 'A prova será na sexta [2:03](#t=123)'],
  ['**A prova será na sexta [s2]**', '**A prova será na sexta [2:03](#t=123)**'],
  ['[s2] A prova será na sexta', ' [2:03](#t=123) A prova será na sexta'],
  [
    'Orçamento aprovado e prova na sexta [s1, s2]',
    'Orçamento aprovado e prova na sexta [1:01](#t=61.5) [2:03](#t=123)',
  ],
  ['Orçamento aprovado [s1-s3]', 'Orçamento aprovado [1:01](#t=61.5)'],
  ['A prova será na sexta. [s77]', `A prova será na sexta.${mark}`],
  ['O foguete pousou em Marte ontem cedo. [s0]', `O foguete pousou em Marte ontem cedo.${mark}`],
  ['Guardado no S3 (bucket) e [nota]', `Guardado no S3 (bucket) e [nota]${mark}`],
  [
    'A prova no bucket (s3 da Amazon) e na [S10 Chevrolet]',
    `A prova no bucket (s3 da Amazon) e na [S10 Chevrolet]${mark}`,
  ],
  ['A prova na sexta [s2 da Amazon]', `A prova na sexta [s2 da Amazon]${mark}`],
])('the checker resolves the citations of %s', (text, expected) => {
  expect(check(text).text).toBe(expected);
});

test.each([
  ['<script>x</script>a', '&lt;script>x&lt;/script>a'],
  ['Com a tag `<script>` no fim.\n\n## Segundo tema\n\nE `<!--`.', ''],
  ['```html\n<div onclick="x()"><svg>\n```\n\nDepois', ''],
  ['Fala da tag <script> e segue.\n\n## Segundo tema', 'Fala da tag &lt;script> e segue.\n\n## Segundo tema'],
  ['<svg>\n## Tema\n\nFim', '&lt;svg>\n## Tema\n\nFim'],
  ['Um <!-- e o resto\n\nFim', 'Um &lt;!-- e o resto\n\nFim'],
  ['Use List<String> e a <b e c> d', 'Use List&lt;String> e a &lt;b e c> d'],
  ['1 < 2 e <https://a.example>', ''],
  ['[a](javascript:alert(1))[b](data:text/html,x)[c](/api/x)[s3](#t=9)', 'abc[s3]'],
  ['[a](https://a.example/x_(y)) ![p](https://mau.example/p.png "t")', '[a](https://a.example/x_(y)) p'],
  ['[ref]: https://mau.example\nfim', '\nfim'],
  ['![a[b]](http://evil/p.png)', 'a[b]'],
  ['![a\nb](http://evil/p.png)', 'a b'],
  [`![${'x'.repeat(400)}](http://evil/p.png)`, 'x'.repeat(400)],
  ['[a[b]](javascript:alert(1))', 'a[b]'],
  ['[a](java&#x73;cript:alert(1)) <javascript:alert(1)>', 'a javascript:alert(1)'],
  ['> [x]: javascript:alert(1)\n\n[x]', '> \n\n[x]'],
  ['<im<b>g src=x onerror=alert(1)>', '&lt;im&lt;b>g src=x onerror=alert(1)>'],
  ['<im![](http://evil/p.png)g src=x>', '&lt;img src=x>'],
  ['<div>\n![x](http://evil/p.png)\n</div>', '&lt;div>\nx\n&lt;/div>'],
  ['| a | b |\n| - | - |\n| `x<y>` | ![p](http://evil/p.png) |', '| a | b |\n| - | - |\n| `x<y>` | p |'],
])('the sanitizer turns %s into %s', (text, expected) => {
  expect(sanitizeMarkdownText(text)).toBe(expected || text);
  expect(sanitizeMarkdownText(sanitizeMarkdownText(text))).toBe(expected || text);
});

test('a segment code within code stays as written', () => {
  const written = 'A prova será na sexta `[s2]` e [s2]';
  const { text, code } = sanitizeMarkdown(written);
  expect(check(text, { code }).text).toBe('A prova será na sexta `[s2]` e [2:03](#t=123)');
});

test('the time for a line of thousands of citations is linear', () => {
  const claim = 'A prova de biologia será na sexta ';
  const before = process.cpuUsage();
  const { moments } = check(`${claim}${'[s2]'.repeat(8_000)}`);
  expect(moments).toHaveLength(8_000);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
});

test('texts of nothing but brackets take no longer than others', () => {
  const before = process.cpuUsage();
  for (const sign of ['[', '![', '<!--', '](', '*a', '[a]((', '[s1', ' '])
    check(sanitizeMarkdownText(withoutUnfinishedMarkup(sign.repeat(Math.ceil(30_000 / sign.length)))));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000);
}, 60_000);

test('an unfinished link or tag stays hidden', () => {
  for (const loose of [' [s', ' [s2]', ' [a](http', ' <scr', ' ![x', '\n\n', '\n-', '\n  * '])
    expect(withoutUnfinishedMarkup(`A prova.${loose}`)).toBe('A prova.');
  expect(withoutUnfinishedMarkup('A prova. [s2] E mais')).toBe('A prova. [s2] E mais');
});

test('a proved sentence is never marked as unproved while the model writes', () => {
  const line = '- A prova será na sexta. [s2]';
  const written = `Decisões:\n${line}\n${line}\n`;
  for (let length = 1; length <= written.length; length += 1) {
    const { text, code } = sanitizeMarkdown(withoutUnfinishedMarkup(written.slice(0, length)));
    expect(check(text, { code, isGrowing: true }).text).not.toContain(unprovedMark);
  }
});

test('one endless segment is split between words, and every word occurs once', () => {
  const words = Array.from({ length: 5_000 }, (_, at) => `palavra${at}`);
  const line: TranscriptLine = { id: 0, startMs: 0, head: '[s0]', text: words.join(' ') };
  const parts = splitParts([line], { maxTokens: 1_000, durationMs: 60_000, countTokens });
  expect(parts.length).toBeGreaterThan(10);
  const read = parts.flatMap(({ text }) => text.replaceAll('[s0]', '').trim().split(/\s+/));
  expect(read).toEqual(words);
});

test('grouping keeps the order of notes and loses none', () => {
  const notes = Array.from({ length: 20 }, (_, at) => ({
    text: `nota ${at} ${'x'.repeat(90)}`,
    fromMs: at,
    toMs: at + 1,
  }));
  const groups = groupNotes(notes, { maxTokens: 100, countTokens });
  expect(groups.flat()).toEqual(notes);
  expect(groups.length).toBeGreaterThan(3);
});
