/** Unit vectors behind each other, and how much each one counts in an average. */
export type Leaves = Readonly<{ units: Float32Array; weights: readonly number[] }>;

/** Joins two groups. Each is named by one of its leaves, and `kept` names both from then on. */
export type Merge = Readonly<{ kept: number; joined: number; distance: number }>;

/** The place of a pair in the lower triangle of the table of distances. */
const placeOf = (one: number, other: number) =>
  one > other ? (one * (one - 1)) / 2 + other : (other * (other - 1)) / 2 + one;

/** Cosine distances of all pairs. Four pairs at a time, because this takes most of the time of the whole task. */
function distancesOf({ units, weights }: Leaves): Float32Array {
  const count = weights.length;
  const size = units.length / count;
  const distances = new Float32Array((count * (count - 1)) / 2);
  const at = (index: number) => units[index] as number;
  for (let row = 1; row < count; row += 1) {
    const own = row * size;
    const first = placeOf(row, 0);
    for (let column = 0; column < row; column += 4) {
      // At the end of a row these repeat the vector of the row itself.
      const a = column * size;
      const b = Math.min(column + 1, row) * size;
      const c = Math.min(column + 2, row) * size;
      const d = Math.min(column + 3, row) * size;
      let toA = 1;
      let toB = 1;
      let toC = 1;
      let toD = 1;
      for (let by = 0; by < size; by += 1) {
        const value = at(own + by);
        toA -= value * at(a + by);
        toB -= value * at(b + by);
        toC -= value * at(c + by);
        toD -= value * at(d + by);
      }
      distances[first + column] = toA;
      if (column + 1 < row) distances[first + column + 1] = toB;
      if (column + 2 < row) distances[first + column + 2] = toC;
      if (column + 3 < row) distances[first + column + 3] = toD;
    }
  }
  return distances;
}

/**
 * Joins the leaves pair by pair until one group is left: average linkage by a chain of nearest neighbours. The merges
 * are sorted by distance, so the first ones of them are the groups at any distance.
 */
export function averageLinkage(leaves: Leaves): Merge[] {
  const distances = distancesOf(leaves);
  const weights = Float64Array.from(leaves.weights);
  const distanceOf = (one: number, other: number) => distances[placeOf(one, other)] as number;
  const groups = Array.from(weights.keys());
  const chain: number[] = [];
  const merges: Merge[] = [];

  /** Among equal distances the group before in the chain wins, so that the chain never comes back to itself. */
  function nearestOf(group: number): { nearest: number | undefined; distance: number } {
    let nearest = chain.at(-2);
    let distance = nearest === undefined ? Number.POSITIVE_INFINITY : distanceOf(group, nearest);
    for (const other of groups) {
      if (other === group || distanceOf(group, other) >= distance) continue;
      nearest = other;
      distance = distanceOf(group, other);
    }
    return { nearest, distance };
  }

  function join(kept: number, joined: number): void {
    groups.splice(groups.indexOf(joined), 1);
    const [keptWeight, joinedWeight] = [weights[kept] as number, weights[joined] as number];
    const weight = keptWeight + joinedWeight;
    weights[kept] = weight;
    for (const other of groups)
      if (other !== kept)
        distances[placeOf(kept, other)] =
          (keptWeight * distanceOf(kept, other) + joinedWeight * distanceOf(joined, other)) / weight;
  }

  while (groups.length > 1) {
    if (chain.length === 0) chain.push(groups[0] as number);
    const group = chain.at(-1) as number;
    const { nearest, distance } = nearestOf(group);
    if (nearest === undefined) break;
    if (nearest !== chain.at(-2)) {
      chain.push(nearest);
      continue;
    }
    chain.splice(-2);
    const [kept, joined] = [Math.min(group, nearest), Math.max(group, nearest)];
    merges.push({ kept, joined, distance });
    join(kept, joined);
  }
  return merges.toSorted((one, other) => one.distance - other.distance);
}
