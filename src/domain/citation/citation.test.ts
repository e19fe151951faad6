import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hearing, quotedTurn, selectionNames, selections } from '#tests/helpers/quoted-turns.ts';
import { type Citation, citationStyles, cite, type QuotedTurn, reference, verbalNote } from './citation.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '<script>alert(1)</script>',
          '<img src=x onerror=a>',
          '"',
          "'",
          '&lt;',
          '`',
          '|',
          '\n',
          '\t',
          '\u0000',
        ],
        ...[
          '](javascript:a)',
          '![',
          '**',
          '_',
          '> ',
          '# ',
          '1. ',
          '\\',
          '\u202e',
          '\ud800',
          '“',
          '”',
          '.',
          ' ',
        ],
        ...['palavra', 'שלום', '👩‍⚖️'],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const turn: fc.Arbitrary<QuotedTurn> = fc.record({
  text: hostile,
  voice: fc.option(hostile, { nil: undefined }),
  startMs: fc.option(fc.nat(), { nil: undefined }),
  endMs: fc.option(fc.nat(), { nil: undefined }),
  isCutBefore: fc.boolean(),
  isCutAfter: fc.boolean(),
  startsParagraph: fc.boolean(),
});
const turns = fc.array(turn, { maxLength: 5 });
const source = fc.record({
  title: hostile,
  fileName: hostile,
  recordedAt: fc.constant(hearing.recordedAt),
  durationMs: fc.nat(),
  isTestText: fc.boolean(),
});

const ownTag =
  /<\/?(?:span|p|table|tr|td|th|blockquote|strong|em)(?: (?:lang="pt-BR"|dir="auto"|border="1"|width="20%"|valign="top"|style="[a-z0-9:;#. -]+"))*>/g;

function expectHarmless({ text, html }: Citation) {
  expect(html.replace(ownTag, '')).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
  expect(html).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
  expect(text).not.toMatch(/[\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
  expect(text.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
}

test('no style lets the HTML of others or a control character through', () => {
  fc.assert(
    fc.property(turns, source, (someTurns, someSource) => {
      for (const style of citationStyles) expectHarmless(cite(style, someTurns, someSource));
      expectHarmless(reference(someSource, someTurns));
      expectHarmless(verbalNote(someSource, someTurns));
    }),
  );
});

test('each row of the table has as many cells as its head, whatever was said', () => {
  fc.assert(
    fc.property(turns, source, (someTurns, someSource) => {
      const lines = cite('petition', someTurns, someSource).text.split('\n');
      const cells = lines.slice(0, -1).map((line) => line.split('\t').length);
      expect(new Set(cells).size).toBeLessThanOrEqual(1);
    }),
  );
});

test('each line of Markdown belongs to the quotation, and begins no list, title or image in it', () => {
  fc.assert(
    fc.property(turns, source, (someTurns, someSource) => {
      const { text } = cite('markdown', someTurns, someSource);
      for (const line of text === '' ? [] : text.split('\n')) {
        expect(line).toMatch(/^>(?: |$)/);
        expect(line).not.toMatch(/^> (?:[#>+=-]|\d+[.)])/);
        const unescaped = line.slice(1).replace(/\\[\\`*_<|~&\]#>+=.)-]/g, '');
        expect(unescaped.replaceAll('**', '')).not.toMatch(/[`*_<|~]|\]\(/);
      }
    }),
  );
});

const wordsOf = (text: string): string[] => [...(text.match(/[\p{L}\p{N}]+/gu) ?? [])];

test('each style has all words in their order', () => {
  const words = fc.stringMatching(/^[a-zà-ü0-9 .,?!"“”<&*_'-]{1,60}$/);
  fc.assert(
    fc.property(fc.array(fc.record({ words, isNext: fc.boolean() }), { maxLength: 4 }), (parts) => {
      const some = parts.map((part) => quotedTurn(part.words, { voice: part.isNext ? 'Ana' : 'Rui' }));
      for (const style of citationStyles) {
        const written = wordsOf(cite(style, some, hearing).text);
        const missing = some
          .flatMap(({ text }) => wordsOf(text))
          .filter((word) => {
            const at = written.indexOf(word);
            if (at !== -1) written.splice(0, at + 1);
            return at === -1;
          });
        expect(missing).toEqual([]);
      }
    }),
  );
});

test.each(selectionNames)('a test text says so in each style, cited with %s', (name) => {
  const testSource = { ...hearing, isTestText: true };
  const all = citationStyles.map((style) => cite(style, selections[name], testSource));
  all.push(reference(testSource, selections[name]), verbalNote(testSource, selections[name]));
  for (const { text, html } of all) {
    expect(text).toMatch(/texto de teste, não é o que foi dito/i);
    expect(html).toMatch(/texto de teste, não é o que foi dito/i);
  }
});

test('a selection without words gives nothing', () => {
  for (const style of citationStyles) {
    expect(cite(style, [], hearing)).toEqual({ text: '', html: '', blocks: [] });
    expect(cite(style, [quotedTurn(' \n')], hearing)).toEqual({ text: '', html: '', blocks: [] });
  }
});

test('parts of one voice that do not follow each other have a sign between them', () => {
  const parts = [
    quotedTurn('Não vi', { isCutAfter: true }),
    quotedTurn('o semáforo', { isCutBefore: true, isCutAfter: true, startsParagraph: false }),
    quotedTurn('da rua.', { isCutBefore: true }),
  ];
  expect(cite('short', parts, hearing).text).toContain('“Não vi […] o semáforo […] da rua.”');
});

test('a long ABNT quotation keeps its paragraphs, and its length counts all voices', () => {
  const half = 'palavra '.repeat(18).trim();
  const two = [quotedTurn(half), quotedTurn(`${half}.`), quotedTurn('Sim.', { voice: 'Ana Costa' })];
  expect(cite('abnt', two, hearing).text.split('\n')).toEqual([
    half,
    `${half} (Silva, 2026, 14 min 32 s).`,
    'Sim (Costa, 2026, 14 min 32 s).',
  ]);
  expect(cite('abnt', two.slice(0, 1), hearing).text).toMatch(/^“/);
});

test('a sign for inches is no quotation mark', () => {
  expect(cite('short', [quotedTurn('A tela de 14" caiu, "pá".')], hearing).text).toContain(
    '“A tela de 14" caiu, ‘pá’.”',
  );
});

test.each(['Comprou pão, leite etc.', 'Trabalha na Luz S.A.', 'Não sei...', 'Não sei…'])(
  'the last stop of "%s" is no full stop, so it stays',
  (text) => {
    expect(cite('abnt', [quotedTurn(text)], hearing).text).toBe(`“${text}” (Silva, 2026, 14 min 32 s).`);
  },
);
