import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { keepLeftOff } from '../recording-memory.ts';
import { createPlayer, type Player } from './create-player.ts';
import { keepPlace } from './keep-place.ts';
import { listeningQuery, readListening } from './listening-query.ts';
import { sourceOf } from './media-source.ts';
import { rememberedSpeed } from './player-memory.ts';
import { readPeaks } from './waveform-bars.ts';

type UsePlayerOptions = {
  jobId: string;
  /** Whether there is a sound to be heard at all. */
  isThere: boolean;
  durationMs: number;
  /** The moment that the page was opened at. */
  startMs: number;
};

export type ReadyPlayer = { player: Player; peaks: Uint8Array };

/** The player of a recording, as soon as it is known where its sound is. */
export function usePlayer({ jobId, isThere, durationMs, startMs }: UsePlayerOptions) {
  const {
    data: listening,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...listeningQuery(jobId),
    enabled: isThere,
  });
  const isKnown = listening !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other addresses of the same sound make no other player
  const ready = useMemo<ReadyPlayer | undefined>(() => {
    if (listening === undefined) return undefined;
    const player = createPlayer({
      source: sourceOf(listening),
      renewSource: async () => sourceOf(await readListening(jobId)),
      durationMs,
      startMs,
      speed: rememberedSpeed(),
    });
    return { player, peaks: readPeaks(listening.waveform.peaks) };
  }, [jobId, isKnown]);
  const player = ready?.player;
  useEffect(
    () => (player === undefined ? undefined : keepPlace(player, (ms) => keepLeftOff(jobId, ms))),
    [player, jobId],
  );
  return { ready, error, isFetching, refetch };
}
