import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { speakerNumbers } from '#domain/transcript/transcript-text.ts';
import { findNames, inPageOrder } from './find-names.ts';
import { findText } from './find-text.ts';

const spoken = (
  ...said: readonly (readonly [speaker: string | undefined, text: string])[]
): StoredSegment[] =>
  said.map(([speaker, text], id) => ({ id, start_ms: id, end_ms: id + 1, speaker, text }));

test('a name is found above each turn of its speaker, before the same word in the text', () => {
  const segments = spoken(
    ['A', 'Bom dia, José.'],
    ['B', 'Sim, José.'],
    ['B', 'Não.'],
    [undefined, 'Tosse.'],
    ['B', 'Enfim.'],
  );
  const naming = { names: { B: 'José' }, numbers: speakerNumbers(segments) };
  const options = { query: 'jose', exact: false };
  const names = findNames(segments, naming, options);
  expect(names).toEqual([
    { id: 1, start: 0, end: 4, isName: true },
    { id: 4, start: 0, end: 4, isName: true },
  ]);
  const all = inPageOrder(segments, names, findText(segments, options));
  expect(all.map(({ id, isName = false }) => [id, isName])).toEqual([
    [0, false],
    [1, true],
    [1, false],
    [4, true],
  ]);
  expect(findNames(segments, naming, { query: 'pessoa 1', exact: false })).toHaveLength(1);
  expect(findNames(segments, naming, { query: 'jose', exact: true })).toEqual([]);
});
