import { expect, test } from 'vitest';
import { placedWords } from '../transcript/placed-words.ts';
import type { StoredSegment } from '../transcript/segment.ts';
import { assignVoices } from './assign-voices.ts';
import type { VoiceTurn } from './word-voices.ts';

const wordMs = 300;

/** Each word takes 300 ms. A number in the text is a pause of so many milliseconds. */
function said(id: number, startMs: number, spoken: string, more: Partial<StoredSegment> = {}): StoredSegment {
  let ms = startMs;
  const words = spoken.split(' ').flatMap((text) => {
    const pause = Number(text);
    ms += Number.isNaN(pause) ? wordMs : pause;
    return Number.isNaN(pause) ? [{ start_ms: ms - wordMs, end_ms: ms, text, confidence: 0.8 }] : [];
  });
  return { id, start_ms: startMs, end_ms: ms, text: words.map(({ text }) => text).join(' '), words, ...more };
}

const turn = (voice: number, startMs: number, endMs: number): VoiceTurn => ({ voice, startMs, endMs });

type Options = { locked?: readonly number[]; maySplit?: boolean };

const assigned = (
  segments: readonly StoredSegment[],
  turns: readonly VoiceTurn[],
  { locked = [], maySplit = true }: Options = {},
) =>
  assignVoices(
    segments.map((segment) => (locked.includes(segment.id) ? { ...segment, assigned: true } : segment)),
    turns,
    { maySplit },
  );

const spokenBy = (segments: readonly StoredSegment[]) =>
  segments.map(({ speaker, text }) => `${speaker ?? '-'}: ${text}`);

const twoVoices = [said(0, 0, 'a b c'), said(1, 1_000, 'd e f'), said(2, 2_000, 'g h i')];
const twoTurns = [turn(5, 0, 900), turn(2, 1_000, 1_900), turn(5, 2_000, 2_900)];

test('voices get letters in the order in which they appear in the text', () => {
  expect(spokenBy(assigned(twoVoices, twoTurns))).toEqual(['A: a b c', 'B: d e f', 'A: g h i']);
});

test('the letters go on after Z', () => {
  const segments = Array.from({ length: 28 }, (_, id) => said(id, id * 1_000, 'a b c'));
  const turns = segments.map(({ id, start_ms, end_ms }) => turn(99 - id, start_ms, end_ms));
  expect(
    assigned(segments, turns)
      .map(({ speaker }) => speaker)
      .slice(-3),
  ).toEqual(['Z', 'AA', 'AB']);
});

test('a text of one voice has no label, also where the engine wrote one', () => {
  const labelled = twoVoices.map((segment) => ({ ...segment, speaker: 'speaker_0' }));
  expect(spokenBy(assigned(labelled, [turn(3, 0, 3_000)]))).toEqual(['-: a b c', '-: d e f', '-: g h i']);
});

test('without any turn the text stays as it is', () => {
  const labelled = twoVoices.map((segment) => ({ ...segment, speaker: 'A' }));
  expect(assigned(labelled, [])).toEqual(labelled);
  expect(assigned([], twoTurns)).toEqual([]);
});

test('a segment has the voice of most of its time', () => {
  expect(
    spokenBy(assigned([said(0, 0, 'a b'), said(1, 600, 'c d e')], [turn(1, 0, 900), turn(2, 900, 1_500)])),
  ).toEqual(['A: a b', 'B: c d e']);
});

test('a segment is split where another voice begins after a pause', () => {
  const segment = said(0, 0, 'a b c 200 d e f', { confidence: 0.7, warning: 'too_fast', estimated: true });
  const parts = assigned(
    [segment, said(1, 5_000, 'g h i')],
    [turn(1, 0, 900), turn(2, 1_100, 2_000), turn(1, 5_000, 5_900)],
  );
  expect(spokenBy(parts)).toEqual(['A: a b c', 'B: d e f', 'A: g h i']);
  const { words = [], ...rest } = segment;
  expect(parts[0]).toEqual({ ...rest, end_ms: 900, text: 'a b c', words: words.slice(0, 3), speaker: 'A' });
  expect(parts[1]).toEqual({
    ...rest,
    id: 1,
    start_ms: 1_100,
    text: 'd e f',
    words: words.slice(3),
    speaker: 'B',
  });
  expect(parts[2]?.id).toBe(2);
});

test('without a pause nearby a segment stays whole', () => {
  const turns = [turn(1, 0, 900), turn(2, 900, 2_500)];
  expect(spokenBy(assigned([said(0, 0, 'a b c 190 d e f g')], turns))).toHaveLength(1);
  expect(spokenBy(assigned([said(0, 0, 'a b c d e 200 f g h')], turns))).toHaveLength(1);
});

test('the cut is at the pause, if the voice changes up to 300 ms beside it', () => {
  const turns = (ms: number) => [turn(1, 0, ms), turn(2, ms, 3_000), turn(1, 3_000, 4_000)];
  const segments = [said(0, 0, 'a b c d 200 e f g h'), said(1, 3_000, 'i j k')];
  for (const ms of [900, 1_200, 1_700])
    expect(spokenBy(assigned(segments, turns(ms)))).toEqual(['A: a b c d', 'B: e f g h', 'A: i j k']);
});

test('a pause of the turns is enough', () => {
  const segment = said(0, 0, 'a b c d e f');
  const between = (silenceMs: number) => [turn(1, 0, 900 - silenceMs), turn(2, 900, 1_800)];
  expect(spokenBy(assigned([segment], between(200)))).toEqual(['A: a b c', 'B: d e f']);
  expect(assigned([segment], between(190))).toHaveLength(1);
  // A third turn goes on during that pause.
  expect(
    assigned([segment], [turn(1, 0, 300), turn(3, 200, 900), turn(1, 200, 700), turn(2, 900, 1_800)]),
  ).toHaveLength(1);
});

test('fewer than three words do not split a segment', () => {
  const turns = [turn(1, 0, 600), turn(2, 800, 3_000)];
  expect(assigned([said(0, 0, 'a b 200 c d e f')], turns)).toHaveLength(1);
  expect(assigned([said(0, 0, 'a b c d 200 e f')], [turn(1, 0, 1_200), turn(2, 1_400, 3_000)])).toHaveLength(
    1,
  );
  // The voice changes one word after the pause, so the cut would leave two words.
  expect(assigned([said(0, 0, 'a b 200 c d e f')], [turn(1, 0, 1_100), turn(2, 1_100, 3_000)])).toHaveLength(
    1,
  );
  const answer = [turn(1, 0, 900), turn(2, 1_200, 1_800), turn(1, 2_100, 3_000)];
  expect(assigned([said(0, 0, 'a b c 300 d e 300 f g h')], answer)).toHaveLength(1);
});

test('a short answer between two others does not hide their change', () => {
  const turns = [turn(1, 0, 900), turn(2, 1_200, 1_500), turn(3, 1_800, 3_000)];
  expect(spokenBy(assigned([said(0, 0, 'a b c 300 d 300 e f g h')], turns))).toEqual([
    'A: a b c',
    'B: d e f g h',
  ]);
});

test('three voices in one segment become three', () => {
  const turns = [turn(1, 0, 900), turn(2, 1_200, 2_100), turn(3, 2_400, 3_300)];
  expect(spokenBy(assigned([said(0, 0, 'a b c 300 d e f 300 g h i')], turns))).toEqual([
    'A: a b c',
    'B: d e f',
    'C: g h i',
  ]);
});

test('parts of the same voice stay one segment', () => {
  // The second voice ends without a pause, so its three words stay with the six after them.
  const turns = [turn(1, 0, 900), turn(2, 1_200, 2_100), turn(1, 2_100, 3_900)];
  expect(assigned([said(0, 0, 'a b c 300 d e f g h i j k l')], turns)).toHaveLength(1);
});

test('a segment without times of words is not split', () => {
  const { words: _, ...segment } = said(0, 0, 'a b c 300 d e f g');
  const turns = [turn(1, 0, 900), turn(2, 1_200, 2_400), turn(1, 3_000, 4_000)];
  expect(spokenBy(assigned([segment, said(1, 3_000, 'h i j')], turns))).toEqual([
    'A: a b c d e f g',
    'B: h i j',
  ]);
});

test('the words of the engine go with their times, if the text has others', () => {
  const segment = said(0, 0, 'a b c 300 d e f');
  const other = { ...segment, text: '— a b c — d e f' };
  const parts = assigned([other], [turn(1, 0, 900), turn(2, 1_200, 2_100)]);
  expect(parts.map(({ words = [] }) => words.map(({ text }) => text).join(' '))).toEqual(['a b c', 'd e f']);
  expect(parts.map(({ text }) => text).join(' ')).toBe(other.text);
  expect(parts.flatMap(({ words }) => words)).toEqual(segment.words);
});

test('spaces around and inside the text stay', () => {
  const segment = { ...said(0, 0, 'a b c 300 d e f'), text: '  a b  c d\ne f ' };
  const parts = assigned([segment], [turn(1, 0, 900), turn(2, 1_200, 2_100)]);
  expect(parts.map(({ text }) => text)).toEqual(['  a b  c', 'd\ne f ']);
});

test('a locked segment keeps its speaker, and the others keep their letters', () => {
  const locked = twoVoices.map((segment, at) => (at === 0 ? { ...segment, speaker: 'B' } : segment));
  expect(spokenBy(assigned(locked, twoTurns, { locked: [0] }))).toEqual(['B: a b c', 'B: d e f', 'A: g h i']);
  const unknown = twoVoices.map((segment, at) => (at === 2 ? { ...segment, speaker: 'Ana' } : segment));
  expect(spokenBy(assigned(unknown, [turn(1, 0, 3_000)], { locked: [2] }))).toEqual([
    'A: a b c',
    'A: d e f',
    'Ana: g h i',
  ]);
  // A person has removed the speaker here.
  expect(spokenBy(assigned(twoVoices, twoTurns, { locked: [1] }))).toEqual([
    'A: a b c',
    '-: d e f',
    'A: g h i',
  ]);
});

test('a locked segment is not split', () => {
  const segment = said(7, 0, 'a b c 300 d e f', { speaker: 'A', assigned: true });
  const turns = [turn(1, 0, 900), turn(2, 1_200, 2_100)];
  expect(assigned([segment], turns)).toEqual([{ ...segment, id: 0 }]);
});

test('a text that a person has seen keeps its segments and ids', () => {
  const segments = [said(3, 0, 'a b c 300 d e f g'), said(8, 3_000, 'h i j')];
  const turns = [turn(1, 0, 900), turn(2, 1_200, 2_400), turn(1, 3_000, 4_000)];
  expect(assigned(segments, turns, { maySplit: false })).toEqual([
    { ...segments[0], speaker: 'A' },
    { ...segments[1], speaker: 'B' },
  ]);
});

test('the words of a part have the same times as before when they are placed in its text', () => {
  const segment = said(0, 0, 'a b c 300 d e f');
  const parts = assigned([segment], [turn(1, 0, 900), turn(2, 1_200, 2_100)]);
  const times = (each: StoredSegment) => placedWords(each).map(({ start_ms, end_ms }) => [start_ms, end_ms]);
  expect(parts.flatMap(times)).toEqual(times(segment));
});
