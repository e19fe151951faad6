import { averageLinkage, type Merge } from './average-linkage.ts';

/** A stretch of the recording in which one person speaks, and the embedding of its sound. */
export type Stretch = Readonly<{ startMs: number; endMs: number; vector: Float32Array }>;

/** A person states the number of voices, or a limit of distance decides. The limit belongs to the embedding model. */
export type Cut = Readonly<{ voices: number }> | Readonly<{ threshold: number }>;

/** An embedding with length 1. Undefined where the model returned nothing usable. */
type Unit = Float32Array | undefined;

export type MergeTree = Readonly<{
  stretches: readonly Stretch[];
  units: readonly Unit[];
  /** The stretches that decide which voices there are. Merges count them by their places here. */
  leaves: readonly number[];
  merges: readonly Merge[];
}>;

/** Shorter sound says more about its words than about its voice. */
const reliableMs = 1_500;
/** The table of distances grows with the square. The longest stretches decide about a recording of many hours. */
const maxLeaves = 4_000;
/** No two people sound so much alike, whatever number a person states. */
const sameSoundDistance = 0.05;
/** With an unknown number, less speech than both is no voice of its own. */
const strayMs = 3_000;
const strayShare = 0.02;
/** With a stated number, less speech than this does not use up one of the voices. */
const strayOfStatedMs = 2_000;

/** A stretch without a length still counts, because a weight of 0 has no average. */
const lengthMs = ({ startMs, endMs }: Stretch) => (endMs > startMs ? endMs - startMs : 1);

function unitOf({ vector }: Stretch, size: number): Unit {
  const length = Math.hypot(...vector);
  return vector.length === size && length > 0 && Number.isFinite(length)
    ? vector.map((value) => value / length)
    : undefined;
}

const totalMs = (stretches: readonly Stretch[]) => stretches.reduce((sum, each) => sum + lengthMs(each), 0);

/** The long stretches, unless they hold less than half of the speech. */
function leavesOf(stretches: readonly Stretch[], units: readonly Unit[]): number[] {
  const usable = stretches.flatMap((stretch, at) => (units[at] === undefined ? [] : [{ stretch, at }]));
  const long = usable.filter(({ stretch }) => lengthMs(stretch) >= reliableMs);
  const isMost =
    2 * totalMs(long.map(({ stretch }) => stretch)) >= totalMs(usable.map(({ stretch }) => stretch));
  return (isMost ? long : usable)
    .toSorted((one, other) => lengthMs(other.stretch) - lengthMs(one.stretch))
    .slice(0, maxLeaves)
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
}

/** Compares all stretches. The tree serves every number of voices. */
export function mergeTree(stretches: readonly Stretch[]): MergeTree {
  const size = stretches.find(({ vector }) => vector.length > 0)?.vector.length ?? 0;
  const found = stretches.map((stretch) => unitOf(stretch, size));
  const leaves = leavesOf(stretches, found);
  const units = new Float32Array(leaves.length * size);
  for (const [index, at] of leaves.entries()) units.set(found[at] ?? [], index * size);
  const weights = leaves.map((at) => lengthMs(stretches[at] as Stretch));
  return { stretches, units: found, leaves, merges: averageLinkage({ units, weights }) };
}

/** The groups of leaves while merges join them. */
function groupsOf({ stretches, leaves }: MergeTree) {
  const parents = Array.from(leaves.keys());
  const spokenMs = leaves.map((at) => lengthMs(stretches[at] as Stretch));
  const groupOf = (leaf: number): number => {
    let group = leaf;
    while (parents[group] !== group) group = parents[group] as number;
    return group;
  };
  const msOf = (group: number) => spokenMs[group] as number;
  return {
    groupOf,
    msOf,
    join({ kept, joined }: Merge) {
      parents[joined] = kept;
      spokenMs[kept] = msOf(kept) + msOf(joined);
    },
  };
}

/** How many merges leave the stated number of voices with enough speech, or else the most voices below it. */
function mergesFor(tree: MergeTree, voices: number, minMs: number): number {
  const groups = groupsOf(tree);
  let count = tree.leaves.filter((_, leaf) => groups.msOf(leaf) >= minMs).length;
  let best = { count, merges: 0 };
  for (const [at, merge] of tree.merges.entries()) {
    const before = [merge.kept, merge.joined].filter((group) => groups.msOf(group) >= minMs).length;
    groups.join(merge);
    count += (groups.msOf(merge.kept) >= minMs ? 1 : 0) - before;
    const isForced = merge.distance <= sameSoundDistance;
    const isBetter = Math.min(count, voices) >= Math.min(best.count, voices);
    if (isForced || isBetter) best = { count, merges: at + 1 };
  }
  return best.merges;
}

/** The direction of several embeddings, weighted by their speech. */
function centreOf(tree: MergeTree, members: readonly number[]): Float64Array {
  const centre = new Float64Array(tree.units[members[0] ?? 0]?.length ?? 0);
  for (const at of members) {
    const ms = lengthMs(tree.stretches[at] as Stretch);
    for (const [by, value] of (tree.units[at] ?? []).entries())
      centre[by] = (centre[by] as number) + ms * value;
  }
  const length = Math.hypot(...centre) || 1;
  return centre.map((value) => value / length);
}

function nearestCentre(vector: Float32Array | Float64Array, centres: readonly Float64Array[]): number {
  let nearest = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [voice, centre] of centres.entries()) {
    const likeness = centre.reduce((sum, value, by) => sum + value * (vector[by] as number), 0);
    if (likeness > most) [nearest, most] = [voice, likeness];
  }
  return nearest;
}

/** The leaves of each voice, without the voices that hold too little speech. */
function cutLeaves(tree: MergeTree, cut: Cut): number[][] {
  const speechMs = tree.leaves.reduce((sum, at) => sum + lengthMs(tree.stretches[at] as Stretch), 0);
  const stated = 'voices' in cut ? Math.max(1, Math.floor(cut.voices) || 1) : undefined;
  // Each of three people may say one sentence in a recording of a few seconds.
  const minMs =
    stated === undefined
      ? Math.min(strayMs, strayShare * speechMs)
      : Math.min(strayOfStatedMs, speechMs / (4 * stated));
  const isApplied = ({ distance }: Merge, at: number) =>
    'threshold' in cut ? distance <= cut.threshold : at < count;
  const count = stated === undefined ? 0 : mergesFor(tree, stated, minMs);
  const groups = groupsOf(tree);
  for (const merge of tree.merges.filter(isApplied)) groups.join(merge);
  const members = Map.groupBy(tree.leaves.keys(), groups.groupOf);
  const kept = [...members.keys()].filter((group) => groups.msOf(group) >= minMs);
  return kept.map((group) => (members.get(group) ?? []).map((leaf) => tree.leaves[leaf] as number));
}

const gapMs = (one: Stretch, other: Stretch) =>
  Math.max(0, one.startMs - other.endMs, other.startMs - one.endMs);

/** Without a usable embedding a stretch belongs to the voice that speaks next to it. */
function besideInTime(
  stretches: readonly Stretch[],
  voices: readonly (number | undefined)[],
  at: number,
): number {
  const own = stretches[at] as Stretch;
  let nearest = { voice: 0, ms: Number.POSITIVE_INFINITY };
  for (const [other, voice] of voices.entries()) {
    if (voice === undefined) continue;
    const ms = gapMs(own, stretches[other] as Stretch);
    if (ms < nearest.ms) nearest = { voice, ms };
  }
  return nearest.voice;
}

/** Numbers the voices from 0 in the order in which they begin to speak. */
function inOrderOfAppearance(stretches: readonly Stretch[], voices: readonly number[]): number[] {
  const order = Array.from(voices.keys()).toSorted(
    (one, other) => (stretches[one] as Stretch).startMs - (stretches[other] as Stretch).startMs,
  );
  const numbers = new Map<number, number>();
  for (const at of order) {
    const voice = voices[at] as number;
    if (!numbers.has(voice)) numbers.set(voice, numbers.size);
  }
  return voices.map((voice) => numbers.get(voice) ?? 0);
}

/** Returns the voice of each stretch. A stated number above what the recording holds gives fewer voices. */
export function cutTree(tree: MergeTree, cut: Cut): number[] {
  const { stretches, units } = tree;
  const members = cutLeaves(tree, cut);
  const centres = members.map((each) => centreOf(tree, each));
  const clustered = new Map(members.flatMap((each, voice) => each.map((at) => [at, voice] as const)));
  const voices = units.map((unit, at) =>
    unit === undefined || centres.length === 0
      ? undefined
      : (clustered.get(at) ?? nearestCentre(unit, centres)),
  );
  const all = voices.map((voice, at) => voice ?? besideInTime(stretches, voices, at));
  return inOrderOfAppearance(stretches, all);
}

type Options = Readonly<{ voices: number | undefined; threshold: number }>;

export const clusterEmbeddings = (stretches: readonly Stretch[], { voices, threshold }: Options): number[] =>
  cutTree(mergeTree(stretches), voices === undefined ? { threshold } : { voices });
