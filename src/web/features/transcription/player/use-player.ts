import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { onPageHidden } from '#web/browser/on-page-hidden.ts';
import { savePlaybackPosition } from '../transcription-storage.ts';
import { chooseMediaSource, decodePeaks, playbackSourcesQuery, readPlaybackSources } from './api.ts';
import { createPlayer, type Player } from './create-player.ts';
import { readSpeed } from './player-settings.ts';

/** Navigation to another page loses at most this much of the position. */
const everyMs = 2_000;
/** Closer than this to either end, or than a twentieth of a short recording, playback starts at 0. */
const startMs = 5_000;
const endMs = 10_000;
const shortShare = 0.05;

/** The position to resume from; 0 for the beginning. */
export function resumePositionMs(ms: number, durationMs: number): number {
  const isAtStart = ms < Math.min(startMs, durationMs * shortShare);
  const isAtEnd = durationMs - ms <= Math.min(endMs, durationMs * shortShare);
  return isAtStart || isAtEnd ? 0 : ms;
}

/**
 * Saves the position during playback, on pause and when the page closes. The cleanup writes nothing, because a sign-out
 * clears the storage before the player unmounts.
 */
function persistPlaybackPosition({ state, subscribe, clock }: Player, jobId: string) {
  // A link or a search may seek elsewhere, so save the position only after playback.
  let hasPlayed = false;
  let keptAtMs = 0;

  function write() {
    if (!hasPlayed) return;
    keptAtMs = Date.now();
    savePlaybackPosition(jobId, resumePositionMs(clock.currentMs(), state().durationMs));
  }
  const unsubscribe = subscribe(() => {
    const { isPlaying } = state();
    hasPlayed ||= isPlaying;
    if (!isPlaying || Date.now() - keptAtMs >= everyMs) write();
  });
  const stopListening = onPageHidden(write);
  return () => {
    unsubscribe();
    stopListening();
  };
}

export const usePlayerState = (player: Player) => useSyncExternalStore(player.subscribe, player.state);

type UsePlayerOptions = {
  jobId: string;
  hasMedia: boolean;
  durationMs: number;
  startMs: number;
};

export type ReadyPlayer = { player: Player; peaks: Uint8Array };

/** The player of a recording, once the media URL is known. */
export function usePlayer({ jobId, hasMedia, durationMs, startMs }: UsePlayerOptions) {
  const query = useQuery({ ...playbackSourcesQuery(jobId), enabled: hasMedia });
  const sources = query.data;
  const isKnown = sources !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL of the same audio must not create a new player
  const ready = useMemo<ReadyPlayer | undefined>(() => {
    if (sources === undefined) return undefined;
    const player = createPlayer({
      source: chooseMediaSource(sources),
      renewSource: async () => chooseMediaSource(await readPlaybackSources(jobId)),
      durationMs,
      startMs,
      speed: readSpeed(),
    });
    return { player, peaks: decodePeaks(sources.waveform.peaks) };
  }, [jobId, isKnown]);
  const player = ready?.player;
  useEffect(
    () => (player === undefined ? undefined : persistPlaybackPosition(player, jobId)),
    [player, jobId],
  );
  return { ready, query };
}
