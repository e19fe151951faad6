import type { Listening } from '#contract/transcription.ts';

export type MediaKind = 'audio' | 'video';
export type MediaSource = Readonly<{ kind: MediaKind; url: string }>;

/** The picture where there is one that the browser plays: its sound is the same. */
export function sourceOf({ audio, video }: Listening): MediaSource {
  const { url } = video ?? audio;
  return { kind: video === null ? 'audio' : 'video', url };
}
