import { expect, test } from 'vitest';
import { madeVoices } from '#tests/helpers/made-dialogue.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';
import { averageLinkage, type Leaves, type Merge } from './average-linkage.ts';

const size = 10;

function madeLeaves(count: number): Leaves {
  const random = seededRandom(count);
  const stretchOf = madeVoices({ voices: 3, seed: count, size });
  const units = new Float32Array(count * size);
  const weights = Array.from({ length: count }, () => 500 + Math.floor(9_000 * random()));
  for (const [at, ms] of weights.entries()) {
    const { vector } = stretchOf(at % 3, 0, ms);
    const length = Math.hypot(...vector);
    units.set(
      vector.map((value) => value / length),
      at * size,
    );
  }
  return { units, weights };
}

/** The mean distance of all pairs, weighted by both leaves. */
function meanDistance({ units, weights }: Leaves, one: readonly number[], other: readonly number[]) {
  let [sum, total] = [0, 0];
  for (const a of one)
    for (const b of other) {
      const weight = (weights[a] ?? 0) * (weights[b] ?? 0);
      for (let by = 0; by < size; by += 1)
        sum += weight * (units[a * size + by] ?? 0) * (units[b * size + by] ?? 0);
      total += weight;
    }
  return 1 - sum / total;
}

/** Compares all groups again before each merge. */
function bySearch(leaves: Leaves): { groups: string; distance: number }[] {
  const groups = leaves.weights.map((_, at) => [at]);
  const steps: { groups: string; distance: number }[] = [];
  while (groups.length > 1) {
    let best = { one: 0, other: 1, distance: Number.POSITIVE_INFINITY };
    for (let one = 0; one < groups.length; one += 1)
      for (let other = one + 1; other < groups.length; other += 1) {
        const distance = meanDistance(leaves, groups[one] ?? [], groups[other] ?? []);
        if (distance < best.distance) best = { one, other, distance };
      }
    groups[best.one]?.push(...(groups[best.other] ?? []));
    groups.splice(best.other, 1);
    steps.push({ groups: written(groups), distance: best.distance });
  }
  return steps;
}

const written = (groups: readonly (readonly number[])[]) =>
  groups
    .map((group) => group.toSorted((one, other) => one - other).join(' '))
    .toSorted()
    .join(' | ');

function groupsAfter(merges: readonly Merge[], count: number): string {
  const groups = new Map(Array.from({ length: count }, (_, at) => [at, [at]]));
  for (const { kept, joined } of merges) {
    groups.get(kept)?.push(...(groups.get(joined) ?? []));
    groups.delete(joined);
  }
  return written([...groups.values()]);
}

test.each([2, 3, 4, 5, 6, 40])('%i leaves are joined in the order of a search through all pairs', (count) => {
  const leaves = madeLeaves(count);
  const merges = averageLinkage(leaves);
  const searched = bySearch(leaves);
  expect(merges.map((_, at) => groupsAfter(merges.slice(0, at + 1), count))).toEqual(
    searched.map(({ groups }) => groups),
  );
  for (const [at, { distance }] of merges.entries())
    expect(distance).toBeCloseTo(searched[at]?.distance ?? -1, 4);
});

test('equal leaves become one group', () => {
  const units = new Float32Array(12 * size).fill(1 / Math.sqrt(size));
  const merges = averageLinkage({ units, weights: Array.from({ length: 12 }, () => 1) });
  expect(groupsAfter(merges, 12)).toBe(written([Array.from({ length: 12 }).map((_, at) => at)]));
});

test('one leaf and none have no merges', () => {
  expect(averageLinkage({ units: new Float32Array([1, 0]), weights: [1] })).toEqual([]);
  expect(averageLinkage({ units: new Float32Array(), weights: [] })).toEqual([]);
});
