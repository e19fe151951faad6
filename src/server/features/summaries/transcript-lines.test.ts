import { expect, test } from 'vitest';
import { spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { toTranscriptLines } from './transcript-lines.ts';

const [first, second] = spokenSegments(['Bom dia.', 'A obra atrasou.']);
if (first === undefined || second === undefined) throw new Error('two segments');
const headsOf = (...[segments, names]: Parameters<typeof toTranscriptLines>) =>
  toTranscriptLines(segments, names).map(({ head }) => head);

test('the model reads the names that the page shows, also of a single speaker', () => {
  const ana = { ...second, speaker: 'A' };
  expect(headsOf([first, ana], { A: 'Ana [chefe]' })).toEqual(['[s0]', '[s1 Ana chefe]']);
  expect(headsOf([first, ana], {})).toEqual(['[s0]', '[s1]']);
  expect(headsOf([{ ...first, speaker: 'B' }, ana], {})).toEqual(['[s0 Pessoa 1]', '[s1 Pessoa 2]']);
});
