import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { savePlaybackPosition } from '../transcription-storage.ts';
import { chooseMediaSource, listeningQuery, readListening } from './api.ts';
import { createPlayer, type Player } from './create-player.ts';
import { readSpeed } from './player-settings.ts';
import { decodePeaks } from './waveform-bars.ts';

/** A link to another page of the product loses this much of the place at most. */
const everyMs = 2_000;
/** Nearer to an end than this, or than a twentieth of a short recording, playback begins at the beginning. */
const startMs = 5_000;
const endMs = 10_000;
const shortShare = 0.05;

/** The moment worth coming back to; 0 where that is the beginning. */
export function resumePositionMs(ms: number, durationMs: number): number {
  const isAtStart = ms < Math.min(startMs, durationMs * shortShare);
  const isAtEnd = durationMs - ms <= Math.min(endMs, durationMs * shortShare);
  return isAtStart || isAtEnd ? 0 : ms;
}

/**
 * Keeps where a recording is while it plays, when it pauses and when the browser leaves the page. Nothing is written
 * when it is stopped: a sign-out clears the storage first and takes the player down after that.
 */
export function persistPlaybackPosition({ state, subscribe, clock }: Player, keep: (ms: number) => void) {
  // An address or a search may seek to another moment: the kept place changes only after playback.
  let hasPlayed = false;
  let keptAtMs = 0;

  function write() {
    if (!hasPlayed) return;
    keptAtMs = Date.now();
    keep(resumePositionMs(clock.currentMs(), state().durationMs));
  }
  const unsubscribe = subscribe(() => {
    const { isPlaying } = state();
    hasPlayed ||= isPlaying;
    if (!isPlaying || Date.now() - keptAtMs >= everyMs) write();
  });
  const onHidden = () => {
    if (document.visibilityState === 'hidden') write();
  };
  addEventListener('pagehide', write);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', write);
    document.removeEventListener('visibilitychange', onHidden);
  };
}

export const usePlayerState = (player: Player) => useSyncExternalStore(player.subscribe, player.state);

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
      source: chooseMediaSource(listening),
      renewSource: async () => chooseMediaSource(await readListening(jobId)),
      durationMs,
      startMs,
      speed: readSpeed(),
    });
    return { player, peaks: decodePeaks(listening.waveform.peaks) };
  }, [jobId, isKnown]);
  const player = ready?.player;
  useEffect(
    () =>
      player === undefined
        ? undefined
        : persistPlaybackPosition(player, (ms) => savePlaybackPosition(jobId, ms)),
    [player, jobId],
  );
  return { ready, error, isFetching, refetch };
}
