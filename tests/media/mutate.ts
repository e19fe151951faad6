/** Returns the same numbers for the same seed, so that a developer can reproduce a failure. */
export function randomFrom(seed: number) {
  let state = (seed + 1) * 2_654_435_769;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomFrom>;

/** Chooses half of the positions in the first 4 KiB, where containers store their metadata. */
const positionIn = (bytes: Buffer, random: Random) =>
  random(2) === 0 ? random(Math.min(4_096, bytes.length)) : random(bytes.length);

function flipBits(bytes: Buffer, random: Random) {
  for (let left = 1 + random(60); left > 0; left -= 1) {
    const at = positionIn(bytes, random);
    bytes[at] = (bytes[at] as number) ^ (1 << random(8));
  }
  return bytes;
}

const cut = (bytes: Buffer, random: Random) => bytes.subarray(0, random(bytes.length));

function zero(bytes: Buffer, random: Random) {
  const at = positionIn(bytes, random);
  return bytes.fill(0, at, Math.min(bytes.length, at + 1 + random(Math.ceil(bytes.length / 3))));
}

/** Sets up to four bytes to 0xff, which gives huge sizes, counts and times. */
function exaggerate(bytes: Buffer, random: Random) {
  const at = positionIn(bytes, random);
  return bytes.fill(0xff, at, Math.min(bytes.length, at + 1 + random(4)));
}

/** Swaps two ranges of bytes, which shuffles the boxes and pages of a container. */
function swap(bytes: Buffer, random: Random) {
  const [first = 0, second = 0, third = 0] = [0, 0, 0]
    .map(() => positionIn(bytes, random))
    .sort((a, b) => a - b);
  return Buffer.concat([
    bytes.subarray(0, first),
    bytes.subarray(second, third),
    bytes.subarray(first, second),
    bytes.subarray(third),
  ]);
}

function repeat(bytes: Buffer, random: Random) {
  const at = positionIn(bytes, random);
  const end = at + random(8_192);
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
}

const ways = [flipBits, cut, zero, exaggerate, swap, repeat];

export function mutate(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original);
  for (let left = 1 + random(3); left > 0; left -= 1) {
    if (bytes.length === 0) break;
    bytes = Buffer.from((ways[random(ways.length)] ?? cut)(bytes, random));
  }
  return bytes;
}
