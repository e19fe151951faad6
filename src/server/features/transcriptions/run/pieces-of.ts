import { durationOfPcmMs, type EngineLimits, speechSampleRateHz } from '../../../adapters/speech/engine.ts';

type ChunkSound = {
  pcm: Int16Array;
  startMs: number;
  isSilent: (startMs: number, endMs: number) => boolean;
};

const stepMs = 100;
const pauseMs = 300;
const reachMs = 10_000;

/** The pause nearest to where it would be cut, so that no word is. */
function cutNear(wantedMs: number, { isSilent }: Pick<ChunkSound, 'isSilent'>): number {
  for (let awayMs = 0; awayMs <= reachMs; awayMs += stepMs)
    for (const atMs of [wantedMs - awayMs, wantedMs + awayMs])
      if (isSilent(atMs - pauseMs / 2, atMs + pauseMs / 2)) return atMs;
  return wantedMs;
}

/**
 * One, nearly always. A stretch that was planned for another engine, before the configuration was changed, may be
 * longer than this one takes; it is asked for in pieces then, and answered as a whole.
 */
export function splitForEngine<Given extends ChunkSound>(
  sound: Given,
  { maxMs, targetMs }: Pick<EngineLimits, 'maxMs' | 'targetMs'>,
): Given[] {
  const durationMs = durationOfPcmMs(sound.pcm);
  if (durationMs <= maxMs) return [sound];
  // Short enough to stay within the limit wherever the pause is found.
  const defaultMs = Math.max(1_000, Math.min(targetMs, maxMs - 2 * reachMs));
  const count = Math.ceil(durationMs / defaultMs);
  const cuts = Array.from({ length: count - 1 }, (_, at) =>
    cutNear(sound.startMs + Math.round(((at + 1) * durationMs) / count), sound),
  );
  const edges = [0, ...cuts.map((atMs) => atMs - sound.startMs), durationMs];
  const sampleAt = (ms: number) => Math.round((ms * speechSampleRateHz) / 1_000);
  return edges.slice(1).map((endMs, at) => ({
    ...sound,
    startMs: sound.startMs + (edges[at] ?? 0),
    pcm: sound.pcm.subarray(sampleAt(edges[at] ?? 0), sampleAt(endMs)),
  }));
}
