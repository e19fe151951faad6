import { contextMs, findSilencesAround, type Silence, silenceFloorDb } from './find-silences.ts';
import { frameMs } from './sound-meter.ts';

export type PlannedChunk = Readonly<{
  startMs: number;
  endMs: number;
  /** Silent, so it is not sent to an engine. Only silent chunks may exceed maxMs. */
  silent: boolean;
}>;

type Plan = {
  durationMs: number;
  /** The end of an earlier plan for the same recording. */
  startMs?: number;
  silences: readonly Silence[];
  targetMs: number;
  maxMs: number;
  /** Shorter silences stay with the speech around them, because each cut costs the engine context. */
  skipFromMs?: number;
};

export const defaultSkipFromMs = 15_000;
/** Stays with the adjacent speech, whose first breath and last echo are very quiet. */
const marginMs = 500;

type Span = { startMs: number; endMs: number };

const middleOf = ({ startMs, endMs }: Span) => Math.round((startMs + endMs) / 2);

/** The silent spans without their margins. The start and end of the file have no margin. */
function silentSpans({ durationMs, silences, skipFromMs = defaultSkipFromMs }: Plan): Span[] {
  return silences
    .filter(({ loudestDb, startMs, endMs }) => loudestDb <= silenceFloorDb && endMs - startMs >= skipFromMs)
    .map(({ startMs, endMs }) => ({
      startMs: startMs === 0 ? 0 : startMs + marginMs,
      endMs: endMs >= durationMs ? durationMs : endMs - marginMs,
    }))
    .filter(({ startMs, endMs }) => endMs > startMs);
}

/** The cut nearest to the target that leaves no tiny rest on either side. */
function nextCut(from: number, to: number, cuts: readonly number[], { targetMs, maxMs }: Plan): number {
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
  // No pause found: cut into equal parts, because a long part and a tiny rest transcribe worse.
  return best ?? from + Math.ceil(left / Math.ceil(left / Math.min(targetMs, maxMs)));
}

/** A span up to this length stays in one chunk. */
const maxUncutMs = ({ targetMs, maxMs }: Pick<Plan, 'targetMs' | 'maxMs'>) =>
  Math.min(maxMs, targetMs * 1.25);

function cutSpan({ startMs, endMs }: Span, cuts: readonly number[], plan: Plan): PlannedChunk[] {
  const uncutLimitMs = maxUncutMs(plan);
  const chunks: PlannedChunk[] = [];
  let from = startMs;
  while (endMs - from > uncutLimitMs) {
    const cut = nextCut(from, endMs, cuts, plan);
    chunks.push({ startMs: from, endMs: cut, silent: false });
    from = cut;
  }
  if (endMs > from) chunks.push({ startMs: from, endMs, silent: false });
  return chunks;
}

/** Puts every millisecond from the plan's start into exactly one chunk. Cuts in the middle of pauses if possible. */
export function planChunks(plan: Plan): PlannedChunk[] {
  const { durationMs, silences } = plan;
  const cuts = silences.map(middleOf);
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
 * Plans the beginning of a recording while the rest is still being decoded, so that the engine can start. Each cut
 * depends on a fixed stretch of sound, however fast it arrives. So a retry after a crash cuts in the same places.
 */
export function createChunkPlanner({ targetMs, maxMs, startMs }: Planning) {
  const reachMs = Math.min(maxMs, 2 * targetMs);
  let from = startMs;

  function next(levels: Uint8Array): PlannedChunk[] {
    const silences = findSilencesAround(levels, from, from + reachMs);
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
    from = nextCut(before, empty?.startMs ?? Number.POSITIVE_INFINITY, silences.map(middleOf), plan);
    return [{ startMs: before, endMs: from, silent: false }];
  }

  return {
    /** The current end of the plan. */
    endMs: () => from,
    /** Returns the chunks that later sound cannot change. */
    advance(levels: Uint8Array): PlannedChunk[] {
      const chunks: PlannedChunk[] = [];
      while (levels.length * frameMs >= from + reachMs + contextMs) chunks.push(...next(levels));
      return chunks;
    },
  };
}
