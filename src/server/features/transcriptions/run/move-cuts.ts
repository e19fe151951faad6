import type { PlannedChunk } from '#server/adapters/media/plan-chunks.ts';
import type { SpeechEngine, VoiceSpan } from '#server/adapters/speech/engine.ts';

/** The distance from a planned cut within which its pause is sought. Less than the shortest chunk of a plan. */
const reachMs = 10_000;
const shortestChunkMs = 10_000;
/** A shorter gap may lie within a word. */
const shortestPauseMs = 300;
/** A longer pause is no better place for a cut. */
const longestPauseMs = 1_000;
/** This much more pause outweighs the whole reach. */
const distancePart = 0.5;

type Stretch = { startMs: number; endMs: number };

/** The gaps in the voice, in the times of the recording. */
function pausesIn(voice: readonly VoiceSpan[], { startMs, endMs }: Stretch): Stretch[] {
  const edges = [0, ...voice.flatMap((span) => [span.startMs, span.endMs]), endMs - startMs];
  return voice
    .concat({ startMs: endMs - startMs, endMs: endMs - startMs })
    .map((_, at) => ({ startMs: startMs + (edges[2 * at] ?? 0), endMs: startMs + (edges[2 * at + 1] ?? 0) }))
    .filter((pause) => pause.endMs - pause.startMs >= shortestPauseMs);
}

/** The place of a cut: unchanged within a pause, else the middle of a long and near one. */
export function bestCut(atMs: number, voice: readonly VoiceSpan[], stretch: Stretch): number {
  const pauses = pausesIn(voice, stretch);
  if (voice.length === 0 || pauses.some(({ startMs, endMs }) => startMs < atMs && atMs < endMs)) return atMs;
  const rated = pauses.map(({ startMs, endMs }) => {
    const cutMs = Math.round((startMs + endMs) / 2);
    const lastsMs = Math.min(endMs - startMs, longestPauseMs);
    const distance = Math.abs(cutMs - atMs) / reachMs;
    return { cutMs, merit: lastsMs / longestPauseMs - distance * distancePart };
  });
  return rated.sort((one, other) => other.merit - one.merit)[0]?.cutMs ?? atMs;
}

type Cut = { endMs: number; nextEndMs: number };

type CutMoverOptions = Readonly<{
  slice: (startMs: number, endMs: number, signal: AbortSignal) => Promise<Int16Array>;
  /** The end of an earlier plan for the same recording. */
  startMs: number;
}>;

/**
 * The planner cuts where the sound is quiet. Noise hides pauses, and music fills them, so the cut may tear a word. If
 * the engine can find voice, each cut moves into a pause of the voice. Otherwise the plan stays as it is.
 */
export function createCutMover(
  { findVoice, limits }: Pick<SpeechEngine, 'findVoice' | 'limits'>,
  { slice, startMs }: CutMoverOptions,
) {
  let atMs = startMs;

  async function movedEnd({ endMs, nextEndMs }: Cut, signal: AbortSignal): Promise<number> {
    const latestMs = Math.min(atMs + limits.maxMs, nextEndMs - 1);
    const goalMs = Math.min(endMs, latestMs);
    const stretch = {
      startMs: Math.max(goalMs - reachMs, atMs + shortestChunkMs),
      endMs: Math.min(goalMs + reachMs, latestMs),
    };
    if (findVoice === undefined || stretch.endMs - stretch.startMs < shortestPauseMs) return endMs;
    const pcm = await slice(stretch.startMs, stretch.endMs, signal);
    const voice = await findVoice(pcm, signal);
    return voice === undefined ? endMs : bestCut(goalMs, voice, stretch);
  }

  /** Keeps the number of chunks, and every millisecond in exactly one of them. */
  return async (
    chunks: readonly PlannedChunk[],
    { fixedCuts, signal }: { fixedCuts: readonly number[]; signal: AbortSignal },
  ): Promise<PlannedChunk[]> => {
    if (findVoice === undefined) return [...chunks];
    const moved: PlannedChunk[] = [];
    for (const [at, chunk] of chunks.entries()) {
      const next = chunks[at + 1];
      const isFixed = chunk.silent || next?.silent || fixedCuts.includes(chunk.endMs);
      const nextEndMs = next?.endMs ?? Number.POSITIVE_INFINITY;
      const endMs = isFixed ? chunk.endMs : await movedEnd({ endMs: chunk.endMs, nextEndMs }, signal);
      // A cut that moved to the front has left voice at the beginning of this chunk.
      moved.push({ startMs: atMs, endMs, silent: chunk.silent && atMs >= chunk.startMs });
      atMs = endMs;
    }
    return moved;
  };
}
