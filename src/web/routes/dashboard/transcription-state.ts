import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Transcription } from '#contract/transcription.ts';
import { readableSegments } from '#domain/transcript/readable-segments.ts';
import { fixedClock } from '#web/features/transcription/player/create-player.ts';
import { usePlayer } from '#web/features/transcription/player/use-player.ts';
import { foundQuery } from '#web/features/transcription/text/api.ts';
import type { ListSearch } from '#web/features/transcription/text/search-hits-bar.tsx';
import { readPlaybackPosition } from '#web/features/transcription/transcription-storage.ts';

/** The start position from the address, in ms; undefined if the address has none. */
function useStartMsFromUrl() {
  const [search] = useSearchParams();
  const value = search.get('t');
  const seconds = Number(value);
  return value !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

/** The search from the address, so that a reload or a copied link highlights the same words. */
export function useSearchedWords(jobId: string, fromMs: number): ListSearch | undefined {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const q = search.get('q') ?? '';
  const { data } = useQuery(foundQuery(jobId, q));
  const words = useMemo(() => new Set(data), [data]);
  if (q === '') return undefined;
  const onDismiss = () => {
    const rest = new URLSearchParams(search);
    rest.delete('q');
    setSearch(rest, { replace: true, preventScrollReset: true, state });
  };
  return { q, words, fromMs, onDismiss };
}

export function useServerText(shown: Transcription) {
  const { segments, text, audio_duration, status, speaker_names, revision } = shown;
  return useMemo(() => {
    const readable = readableSegments({ segments, text, audio_duration, status });
    return {
      segments: readable.segments,
      isWhole: !readable.hasTimes,
      speakerNames: speaker_names,
      revision,
    };
  }, [segments, text, audio_duration, status, speaker_names, revision]);
}

/** The player of a finished recording, at the moment of the address or of the last visit. */
export function useSound(shown: Transcription) {
  const urlMs = useStartMsFromUrl();
  const [storedMs] = useState(() => readPlaybackPosition(shown.job_id));
  const startMs = urlMs ?? storedMs;
  const { ready, query } = usePlayer({
    jobId: shown.job_id,
    hasMedia: shown.has_media && shown.status === 'completed',
    durationMs: shown.audio_duration * 1_000,
    startMs,
  });
  const player = ready?.player;
  const clock = useMemo(() => player?.clock ?? (startMs > 0 ? fixedClock(startMs) : null), [player, startMs]);
  // The player opens at the first moment of the address; a seek is a cue, and scrolls the text away from a match.
  const soughtMs = useRef(urlMs);
  useEffect(() => {
    if (urlMs !== undefined && urlMs !== soughtMs.current) player?.seek(urlMs);
    soughtMs.current = urlMs;
  }, [player, urlMs]);
  /** A press while the player loads. */
  const wantedMs = useRef<number>(undefined);
  useEffect(() => {
    if (player === undefined || wantedMs.current === undefined) return;
    player.playFrom(wantedMs.current);
    wantedMs.current = undefined;
  }, [player]);
  const seek = useCallback(
    (ms: number) => {
      if (player === undefined) wantedMs.current = ms;
      else player.playFrom(ms);
    },
    [player],
  );
  return {
    ready,
    query,
    clock,
    urlMs,
    resumeMs: urlMs === undefined ? storedMs : 0,
    seek: shown.has_media && shown.status === 'completed' ? seek : null,
  };
}
