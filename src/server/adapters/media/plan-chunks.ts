import { contextMs, findSilences, type Silence, silenceFloorDb } from './find-silences.ts';
import { frameMs } from './sound-meter.ts';

export type PlannedChunk = Readonly<{
  startMs: number;
  endMs: number;
  /** Nothing to hear in it: no engine is asked. Only these may be longer than maxMs. */
  silent: boolean;
}>;

type Plan = {
  durationMs: number;
  /** Where an earlier plan of the same recording ended. */
  startMs?: number;
  silences: readonly Silence[];
  targetMs: number;
  maxMs: number;
  /** Shorter ones stay with the speech around them: each cut costs an engine its context. */
  skipFromMs?: number;
};

export const defaultSkipFromMs = 15_000;
/** Stays with the speech beside it, whose first breath and last echo are very quiet. */
const marginMs = 500;

type Span = { startMs: number; endMs: number };

/** The stretches in which there is nothing, without their margins; at the ends of the file there is no margin. */
export function silentSpans({ durationMs, silences, skipFromMs = defaultSkipFromMs }: Plan): Span[] {
  return silences
    .filter(({ loudestDb, startMs, endMs }) => loudestDb <= silenceFloorDb && endMs - startMs >= skipFromMs)
    .map(({ startMs, endMs }) => ({
      startMs: startMs === 0 ? 0 : startMs + marginMs,
      endMs: endMs >= durationMs ? durationMs : endMs - marginMs,
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}

/** Of the cuts that leave no crumb on either side, the nearest to the target. */
export function nextCut(
  from: number,
  to: number,
  cuts: readonly number[],
  { targetMs, maxMs }: Plan,
): number {
  const left = to - from;
  const goal = left < 2 * targetMs ? left / 2 : targetMs;
  const earliest = from + goal / 3;
  const latest = Math.min(from + maxMs, to - goal / 3);
  let best: number | undefined;
  for (const cut of cuts) {
    if (cut > latest) break;
    if (cut < earliest) continue;
    if (best === undefined || Math.abs(cut - from - goal) < Math.abs(best - from - goal)) best = cut;
  }
  if (best === undefined && left === Number.POSITIVE_INFINITY) return from + Math.min(targetMs, maxMs);
  // Nobody paused: in equal parts, rather than a long one and a crumb.
  return best ?? from + Math.ceil(left / Math.ceil(left / Math.min(targetMs, maxMs)));
}

/** Up to so long a stretch stays in one piece. */
export const maxUncutMs = ({ targetMs, maxMs }: Pick<Plan, 'targetMs' | 'maxMs'>) =>
  Math.min(maxMs, targetMs * 1.25);

function cutSpan({ startMs, endMs }: Span, cuts: readonly number[], plan: Plan): PlannedChunk[] {
  const whole = maxUncutMs(plan);
  const chunks: PlannedChunk[] = [];
  let from = startMs;
  while (endMs - from > whole) {
    const cut = nextCut(from, endMs, cuts, plan);
    chunks.push({ startMs: from, endMs: cut, silent: false });
    from = cut;
  }
  if (endMs > from) chunks.push({ startMs: from, endMs, silent: false });
  return chunks;
}

/** Every millisecond from the plan's start on is in exactly one chunk; cuts lie in the middle of pauses wherever there is one. */
export function planChunks(plan: Plan): PlannedChunk[] {
  const { durationMs, silences } = plan;
  const cuts = silences.map(({ startMs, endMs }) => Math.round((startMs + endMs) / 2));
  const chunks: PlannedChunk[] = [];
  let from = plan.startMs ?? 0;
  for (const empty of silentSpans(plan)) {
    if (empty.endMs <= from) continue;
    const { startMs, endMs } = { ...empty, startMs: Math.max(empty.startMs, from) };
    chunks.push(...cutSpan({ startMs: from, endMs: startMs }, cuts, plan));
    chunks.push({ startMs, endMs, silent: true });
    from = endMs;
  }
  chunks.push(...cutSpan({ startMs: from, endMs: durationMs }, cuts, plan));
  return chunks;
}

type Planning = { targetMs: number; maxMs: number; startMs: number };

/**
 * Plans the beginning of a recording while its end is still being read, so that an engine need not wait for it. Each
 * cut is decided by the same stretch of sound, however fast it comes: a try after a crash cuts in the same places.
 */
export function createChunkPlanner({ targetMs, maxMs, startMs }: Planning) {
  const reachMs = Math.min(maxMs, 2 * targetMs);
  let from = startMs;

  function next(levels: Uint8Array): PlannedChunk[] {
    const firstFrame = Math.max(0, Math.floor((from - contextMs) / frameMs));
    const lastFrame = Math.ceil((from + reachMs + contextMs) / frameMs);
    const shiftMs = firstFrame * frameMs;
    const silences = findSilences(levels.subarray(firstFrame, lastFrame)).map((silence) => ({
      ...silence,
      startMs: silence.startMs + shiftMs,
      endMs: silence.endMs + shiftMs,
    }));
    const plan = { durationMs: Number.POSITIVE_INFINITY, silences, targetMs, maxMs: reachMs };
    const empty = silentSpans(plan)
      .map(({ startMs: start, endMs }) => ({ startMs: Math.max(start, from), endMs }))
      .find((span) => span.endMs - span.startMs >= defaultSkipFromMs);
    const before = from;
    if (empty !== undefined && empty.startMs - from <= maxUncutMs(plan)) {
      from = empty.endMs;
      const spoken = { startMs: before, endMs: empty.startMs, silent: false };
      return [...(empty.startMs > before ? [spoken] : []), { ...empty, silent: true }];
    }
    const cuts = silences.map((silence) => Math.round((silence.startMs + silence.endMs) / 2));
    from = nextCut(before, empty?.startMs ?? Number.POSITIVE_INFINITY, cuts, plan);
    return [{ startMs: before, endMs: from, silent: false }];
  }

  return {
    /** Where the plan ends so far. */
    endMs: () => from,
    /** Chunks that no later sound could change. */
    advance(levels: Uint8Array): PlannedChunk[] {
      const chunks: PlannedChunk[] = [];
      while (levels.length * frameMs >= from + reachMs + contextMs) chunks.push(...next(levels));
      return chunks;
    },
  };
}
