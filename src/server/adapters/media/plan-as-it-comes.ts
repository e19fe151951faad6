import { aroundMs, findSilences } from './find-silences.ts';
import { defaultSkipFromMs, emptySpans, nextCut, type PlannedChunk, wholeMs } from './plan-chunks.ts';
import { frameMs } from './sound-meter.ts';

type Planning = { targetMs: number; maxMs: number; startMs: number };

/**
 * Plans the beginning of a recording while its end is still being read, so that an engine need not wait for it. Each
 * cut is decided by the same stretch of sound, however fast it comes: a try after a crash cuts in the same places.
 */
export function createChunkPlanner({ targetMs, maxMs, startMs }: Planning) {
  const reachMs = Math.min(maxMs, 2 * targetMs);
  let from = startMs;

  function next(levels: Uint8Array): PlannedChunk[] {
    const firstFrame = Math.max(0, Math.floor((from - aroundMs) / frameMs));
    const lastFrame = Math.ceil((from + reachMs + aroundMs) / frameMs);
    const shiftMs = firstFrame * frameMs;
    const silences = findSilences(levels.subarray(firstFrame, lastFrame)).map((silence) => ({
      ...silence,
      startMs: silence.startMs + shiftMs,
      endMs: silence.endMs + shiftMs,
    }));
    const plan = { durationMs: Number.POSITIVE_INFINITY, silences, targetMs, maxMs: reachMs };
    const empty = emptySpans(plan)
      .map(({ startMs: start, endMs }) => ({ startMs: Math.max(start, from), endMs }))
      .find((span) => span.endMs - span.startMs >= defaultSkipFromMs);
    const before = from;
    if (empty !== undefined && empty.startMs - from <= wholeMs(plan)) {
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
      while (levels.length * frameMs >= from + reachMs + aroundMs) chunks.push(...next(levels));
      return chunks;
    },
  };
}
