import { expect, test } from 'vitest';
import { madeDialogue, madeVoices } from '#tests/helpers/made-dialogue.ts';
import { clusterEmbeddings, cutTree, mergeTree, type Stretch } from './cluster-embeddings.ts';

const threshold = 0.6;

/** Each row has a voice and a length. A second of silence follows. */
function made(rows: readonly (readonly [voice: number, lengthMs: number])[], seed = 1): Stretch[] {
  const stretchOf = madeVoices({ voices: 4, seed });
  let ms = 0;
  return rows.map(([voice, lengthMs]) => {
    ms += lengthMs + 1_000;
    return stretchOf(voice, ms - lengthMs - 1_000, ms - 1_000);
  });
}

const voicesOf = (stretches: readonly Stretch[], voices?: number) =>
  clusterEmbeddings(stretches, { voices, threshold });

const withVector = (stretch: Stretch | undefined, vector: Float32Array): Stretch => ({
  startMs: stretch?.startMs ?? 0,
  endMs: stretch?.endMs ?? 0,
  vector,
});

test('voices are numbered in the order in which they begin to speak', () => {
  const rows = [2, 2, 0, 3, 0, 2, 3].map((voice) => [voice, 3_000] as const);
  expect(voicesOf(made(rows))).toEqual([0, 0, 1, 2, 1, 0, 2]);
  expect(voicesOf(made(rows).toReversed())).toEqual([2, 0, 1, 2, 1, 0, 0]);
});

test('the order of the stretches does not change who speaks', () => {
  const { stretches } = madeDialogue({ voices: 3, seed: 4 });
  const order = stretches.map((_, at) => (at * 7) % stretches.length);
  expect(new Set(order).size).toBe(stretches.length);
  const shuffled = order.map((at) => stretches[at] as Stretch);
  const voices = voicesOf(stretches);
  expect(voicesOf(shuffled)).toEqual(order.map((at) => voices[at]));
});

test('the same tree gives any number of voices', () => {
  const { stretches } = madeDialogue({ voices: 4, seed: 2 });
  const tree = mergeTree(stretches);
  for (const voices of [1, 2, 3, 4, 5, 8]) {
    const cut = cutTree(tree, { voices });
    expect(new Set(cut).size).toBe(voices);
    expect(cut).toEqual(voicesOf(stretches, voices));
  }
  expect(cutTree(tree, { threshold })).toEqual(cutTree(tree, { voices: 4 }));
});

test('a smaller number joins whole voices, and a larger one divides them', () => {
  const { stretches } = madeDialogue({ voices: 3, seed: 6 });
  const right = voicesOf(stretches, 3);
  const pairs = (coarse: readonly number[], fine: readonly number[]) =>
    new Set(coarse.map((voice, at) => `${voice} ${fine[at]}`)).size;
  // Each finer voice lies in one coarser voice.
  expect(pairs(voicesOf(stretches, 2), right)).toBe(3);
  expect(new Set(voicesOf(stretches, 5)).size).toBe(5);
});

test('there are never more voices than stretches', () => {
  const three = made([
    [0, 3_000],
    [1, 3_000],
    [2, 3_000],
  ]);
  expect(voicesOf(three, 8)).toEqual([0, 1, 2]);
  expect(voicesOf(three, 0)).toEqual([0, 0, 0]);
  expect(voicesOf(three, Number.NaN)).toEqual([0, 0, 0]);
  expect(voicesOf(three, 2.9)).toHaveLength(3);
});

test('equal sounds stay one voice, whatever number is stated', () => {
  const [first] = made([[0, 4_000]]);
  const equal = [0, 5_000, 10_000].map((startMs) => ({
    startMs,
    endMs: startMs + 4_000,
    vector: first?.vector ?? new Float32Array(),
  }));
  expect(voicesOf(equal, 3)).toEqual([0, 0, 0]);
});

test('a stray sound does not use up one of the stated voices', () => {
  const speech = Array.from({ length: 20 }, (_, at) => [at % 2, 4_000] as const);
  const rows = made([...speech, [3, 1_600]]);
  // Alone against all others, so a plain cut into two would divide it from them.
  const opposite =
    rows[0]?.vector.map((value, at) => -value - (rows[1]?.vector[at] ?? 0)) ?? new Float32Array();
  const stray = [...rows.slice(0, -1), withVector(rows.at(-1), opposite)];
  expect(voicesOf(stray, 2).slice(0, -1)).toEqual(speech.map(([voice]) => voice));
  expect(new Set(voicesOf(stray, 2)).size).toBe(2);
});

test('a short sentence is a stated voice if everybody speaks shortly', () => {
  expect(
    voicesOf(
      made([
        [0, 1_300],
        [1, 1_200],
        [2, 1_100],
      ]),
      3,
    ),
  ).toEqual([0, 1, 2]);
});

test('with an unknown number, a voice with little speech joins another one', () => {
  const speech = Array.from({ length: 60 }, (_, at) => [at % 2, 4_000] as const);
  expect(new Set(voicesOf(made([...speech, [2, 2_900]]))).size).toBe(2);
  expect(new Set(voicesOf(made([...speech, [2, 3_100]]))).size).toBe(3);
  // The same sentence is more than 2 % of a shorter recording.
  expect(new Set(voicesOf(made([...speech.slice(0, 20), [2, 2_900]]))).size).toBe(3);
});

test('short stretches do not make voices, and get the nearest one', () => {
  const speech = Array.from({ length: 12 }, (_, at) => [at % 2, 4_000] as const);
  const others = [0, 0, 0, 0].map(() => [3, 1_400] as const);
  const rows = made([...speech, [1, 1_400], [0, 1_400], ...others]);
  expect(voicesOf(rows).slice(0, -4)).toEqual([...speech.map(([voice]) => voice), 1, 0]);
  expect(new Set(voicesOf(rows)).size).toBe(2);
  const longer = others.map(([voice]) => [voice, 1_600] as const);
  expect(voicesOf(made([...speech, ...longer])).slice(-4)).toEqual([2, 2, 2, 2]);
});

test('a longer stretch counts more', () => {
  const towards = (degrees: number, startMs: number, lengthMs: number): Stretch => {
    const angle = (degrees * Math.PI) / 180;
    const vector = new Float32Array([Math.cos(angle), Math.sin(angle)]);
    return { startMs, endMs: startMs + lengthMs, vector };
  };
  const rows = (firstMs: number, secondMs: number) => [
    towards(0, 0, firstMs),
    towards(20, 20_000, secondMs),
    towards(-40, 40_000, 4_000),
  ];
  expect(clusterEmbeddings(rows(8_000, 1_500), { voices: undefined, threshold: 0.3 })).toEqual([0, 0, 0]);
  expect(clusterEmbeddings(rows(1_500, 8_000), { voices: undefined, threshold: 0.3 })).toEqual([0, 0, 1]);
});

test('a recording of nothing but stray sounds has one voice', () => {
  const rows = made(Array.from({ length: 60 }, () => [0, 1_500] as const));
  expect(new Set(clusterEmbeddings(rows, { voices: undefined, threshold: 0 })).size).toBe(1);
});

test('short stretches make voices where there is little else', () => {
  const rows = made([
    [0, 900],
    [1, 900],
    [0, 1_100],
    [1, 900],
    [0, 900],
  ]);
  expect(voicesOf(rows, 2)).toEqual([0, 1, 0, 1, 0]);
});

test.each([
  ['zeros', new Float32Array(64)],
  ['a number that is none', new Float32Array(64).fill(Number.NaN)],
  ['an endless number', new Float32Array(64).fill(Number.POSITIVE_INFINITY)],
  ['another size', new Float32Array([1, 2])],
  ['nothing', new Float32Array()],
])('a stretch with %s as its embedding has the voice beside it', (_, vector) => {
  const rows = made([0, 1, 0, 1, 1].map((voice) => [voice, 3_000] as const));
  const broken = rows.map((stretch, at) => (at === 4 ? withVector(stretch, vector) : stretch));
  expect(voicesOf(broken)).toEqual([0, 1, 0, 1, 1]);
});

test('without any usable embedding there is one voice', () => {
  const rows = made([0, 1, 2].map((voice) => [voice, 3_000] as const));
  expect(voicesOf(rows.map((stretch) => withVector(stretch, new Float32Array(64))))).toEqual([0, 0, 0]);
  expect(
    voicesOf(
      rows.map((stretch) => withVector(stretch, new Float32Array())),
      3,
    ),
  ).toEqual([0, 0, 0]);
});

test('one stretch is one voice, and no stretch has none', () => {
  expect(voicesOf(made([[0, 3_000]]))).toEqual([0]);
  expect(voicesOf(made([[0, 3_000]]), 2)).toEqual([0]);
  expect(voicesOf([])).toEqual([]);
  expect(voicesOf([], 2)).toEqual([]);
});

test('stretches without a length have voices too', () => {
  const rows = made([0, 1, 0].map((voice) => [voice, 3_000] as const));
  const pointed = rows.map(({ startMs, vector }) => ({ startMs, endMs: startMs, vector }));
  expect(voicesOf(pointed)).toEqual([0, 1, 0]);
});
