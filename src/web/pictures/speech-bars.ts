/**
 * The outline of speech: bursts of syllables with short pauses. It uses a seed and integers only, so that the
 * build and the browser draw exactly the same picture.
 */
type SpeechOptions = {
  seed: number;
  count: number;
  /** Relative height at a position between 0 and 1. The default is constant. */
  loudness?: (share: number) => number;
};

export function seededRandom(seed: number) {
  let state = (seed * 48_271 + 11) % 2_147_483_647;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Heights as percentages, at least 6 so that a pause is still a dot. */
export function speechBars({ seed, count, loudness = () => 1 }: SpeechOptions): number[] {
  const random = seededRandom(seed);
  const bars: number[] = [];
  while (bars.length < count) {
    const length = 4 + random(7);
    const peak = 45 + random(56);
    for (let step = 0; step < length; step += 1) {
      const across = (2 * step + 1) / (2 * length);
      const hill = 4 * across * (1 - across);
      bars.push(peak * hill * (0.7 + random(31) / 100));
    }
    for (let rest = 1 + random(3); rest > 0; rest -= 1) bars.push(0);
  }
  return bars
    .slice(0, count)
    .map((height, index) => Math.max(6, Math.round(height * loudness(index / count))));
}

type PathOptions = { bars: readonly number[]; height: number; pitch: number };

/** One path of vertical strokes around the middle line, each `pitch` wide. */
export function barsPath({ bars, height, pitch }: PathOptions) {
  return bars
    .map((share, index) => {
      const length = Math.round((share * (height - 4)) / 100);
      const top = Math.round((height - length) / 2);
      return `M${index * pitch + pitch / 2} ${top}v${Math.max(length, 0.1)}`;
    })
    .join('');
}
