import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupWords } from './group-words.ts';

/** Words of 300 ms, each 100 ms after the one before. A number in the list is a longer pause in ms. */
function said(...parts: (string | number)[]) {
  let atMs = 0;
  return parts.flatMap((part) => {
    if (typeof part === 'number') {
      atMs += part;
      return [];
    }
    return part.split(' ').map((text) => {
      const startMs = atMs;
      atMs += 400;
      return { text, startMs, endMs: startMs + 300 };
    });
  });
}

const textsOf = (words: Parameters<typeof groupWords>[0]) => groupWords(words).map(({ text }) => text);

test('a sentence end or a long pause ends a segment, and an abbreviation does not', () => {
  const words = said('A Dra. Ana chegou. E o', 1_000, 'Sr. Luiz disse: “Sim!” Depois saiu');
  expect(textsOf(words)).toEqual(['A Dra. Ana chegou.', 'E o', 'Sr. Luiz disse: “Sim!”', 'Depois saiu']);
});

test('a sentence that is too long is cut at its clearest break', () => {
  const run = (word: string, count: number) => new Array<string>(count).fill(word).join(' ');
  expect(textsOf(said(run('um', 25), 500, run('dois', 25)))).toEqual([run('um', 25), run('dois', 25)]);
  expect(textsOf(said(`${run('um', 18)} um, ${run('dois', 25)}`))).toEqual([
    `${run('um', 18)} um,`,
    run('dois', 25),
  ]);
});

test('no word is lost, moved or repeated, and no segment of more than one word exceeds 15 s', () => {
  const words = fc
    .array(
      fc.record({
        text: fc.constantFrom('a', 'b,', 'c.', 'Sr.'),
        gapMs: fc.nat(1_200),
        lastsMs: fc.nat(20_000),
      }),
    )
    .map((drafts) => {
      let atMs = 0;
      return drafts.map(({ text, gapMs, lastsMs }) => {
        const startMs = atMs + gapMs;
        atMs = startMs + lastsMs;
        return { text, startMs, endMs: atMs };
      });
    });
  fc.assert(
    fc.property(words, (given) => {
      const segments = groupWords(given);
      expect(segments.flatMap((segment) => segment.words ?? [])).toEqual(given);
      for (const { startMs, endMs, words: own = [] } of segments)
        if (own.length > 1) expect(endMs - startMs).toBeLessThanOrEqual(15_000);
    }),
  );
});
