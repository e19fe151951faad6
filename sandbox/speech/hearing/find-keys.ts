import { hopMs, type Key, keyAt, type ToneHop, windowHops } from './tone-bank.ts';

export type KeyPress = Readonly<{ key: Key; startMs: number; endMs: number }>;

/** A tone of 40 ms, as its edges can be measured. */
const minMs = 35;
const minClearHops = 4;
/** A keypad's tone is as loud at its end as at its beginning; a voice passes through. */
const steadyShare = 0.75;
/** What may be left of it once the window has passed its edge: noise, an echo. */
const goneShare = 0.2;
const goneHops = windowHops - 1;
/** A shorter hole is a fault of the line, not a second press. */
const maxHoleHops = 2;

/** The middle of the window that ends with this hop. */
const middleMs = (hop: number) => (hop + 1 - windowHops / 2) * hopMs;

type Run = { key: number; first: number; last: number; clear: number };

function clearRuns(hops: readonly ToneHop[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const [at, { key, clear }] of hops.entries()) {
    if (!clear) continue;
    if (run !== undefined && run.key === key && at - run.last <= maxHoleHops + 1) {
      run.last = at;
      run.clear += 1;
    } else {
      run = { key, first: at, last: at, clear: 1 };
      runs.push(run);
    }
  }
  return runs;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

type EdgeOptions = { from: number; step: 1 | -1; plateau: number };

/**
 * Where a window is half full of the tone, its middle lies on the tone's edge. Undefined where the sound does not stop
 * there but fades: a voice, which may sing two tones for a moment.
 */
function edgeMs(hops: readonly ToneHop[], run: Run, { from, step, plateau }: EdgeOptions) {
  const half = plateau / 2;
  const loudness = (at: number) => {
    const hop = hops[at];
    return hop?.key === run.key ? hop.amplitude : 0;
  };
  let at = from;
  while (Math.abs(at - from) <= windowHops && loudness(at + step) > half) at += step;
  const inside = loudness(at);
  const outside = loudness(at + step);
  if (outside > half || loudness(at + step * goneHops) > goneShare * plateau) return undefined;
  const part = inside > outside ? Math.min((inside - half) / (inside - outside), 1) : 0;
  return middleMs(at) + step * Math.max(part, 0) * hopMs;
}

export function findKeys(hops: readonly ToneHop[]): KeyPress[] {
  return clearRuns(hops).flatMap((run) => {
    const key = keyAt(run.key);
    const amplitudes = hops.slice(run.first, run.last + 1).map(({ amplitude }) => amplitude);
    const plateau = median(amplitudes);
    const inner = amplitudes.slice(1, -1);
    const steady = inner.filter((amplitude) => amplitude >= steadyShare * plateau).length;
    if (key === undefined || run.clear < minClearHops || steady < 0.9 * inner.length) return [];
    const startMs = edgeMs(hops, run, { from: run.first, step: -1, plateau });
    const endMs = edgeMs(hops, run, { from: run.last, step: 1, plateau });
    if (startMs === undefined || endMs === undefined || endMs - startMs < minMs) return [];
    return [{ key, startMs: Math.max(startMs, 0), endMs }];
  });
}
