import type { MediaInfo } from './probe.ts';

const inMp4 = { video: ['h264', 'av1', 'vp9'], audio: ['aac', 'mp3', 'opus', 'flac'] };
const inWebm = { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'] };

/** Browsers play the first sound of a film; where another was transcribed, text and sound would differ. */
const isFirst = ({ audio, chosen }: MediaInfo) => audio[0]?.index === chosen.index;

/** What to call the original so that a browser plays it, or undefined where it does not. */
export function browserVideoType(media: MediaInfo): string | undefined {
  const { container, video, chosen } = media;
  if (video === undefined || !isFirst(media)) return undefined;
  const plays = (known: typeof inMp4) =>
    known.video.includes(video.codec) && known.audio.includes(chosen.codec);
  // A MOV of these codecs is played as the MP4 that it nearly is, under that name alone.
  if (container === 'mp4' || container === 'mov') return plays(inMp4) ? 'video/mp4' : undefined;
  if (container === 'mkv') return plays(inWebm) ? 'video/webm' : undefined;
  return undefined;
}
