import { queryOptions } from '@tanstack/react-query';
import { type PlaybackSources, PlaybackSourcesSchema } from '#contract/transcription.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import { callApi, fetchFile } from '#web/api/client.ts';

export function readPlaybackSources(jobId: string, signal?: AbortSignal): Promise<PlaybackSources> {
  return callApi(apiPaths.playbackSources(jobId), {
    ...(signal && { signal }),
    parse: PlaybackSourcesSchema.parse,
  });
}

/** Fetched once per page. Its URLs expire, but the player renews them itself. */
export const playbackSourcesQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['playback-sources', jobId],
    queryFn: ({ signal }) => readPlaybackSources(jobId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const subtitlesQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['subtitles', jobId],
    queryFn: ({ signal }) => fetchFile(apiPaths.transcriptionExport(jobId, 'vtt'), { signal }),
    // Refetch on each visit, because the text may have been corrected.
    staleTime: 0,
    gcTime: 0,
  });

export type MediaKind = 'audio' | 'video';
export type MediaSource = Readonly<{ kind: MediaKind; url: string }>;

/** Prefers the video if the browser can play it, because it has the same audio. */
export function chooseMediaSource({ audio, video }: PlaybackSources): MediaSource {
  const { url } = video ?? audio;
  return { kind: video === null ? 'audio' : 'video', url };
}

/** The contract encodes each peak as one byte. */
export function decodePeaks(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
