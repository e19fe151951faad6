import { z } from 'zod';
import { MediaError } from './media-error.ts';

/**
 * The containers that need a treatment of their own. `mp4` includes M4A and 3GP, `mkv` includes WebM, `mpeg` means
 * transport and program streams.
 */
type Container = 'mp4' | 'mov' | 'mkv' | 'avi' | 'flac' | 'ogg' | 'mpeg' | 'other';

export type AudioTrack = Readonly<{
  /** ffmpeg's index among all tracks of the file. */
  index: number;
  codec: string;
  profile: string | undefined;
  channels: number;
  sampleRate: number;
  language: string | undefined;
  isDefault: boolean;
  /** Relative to the start of the file's first track. */
  startSeconds: number;
  /** If the file stores a duration for this track. */
  durationSeconds: number | undefined;
}>;

export type ProbedMedia = Readonly<{
  container: Container;
  containerSeconds: number | undefined;
  /** The file's timestamp of the start of its first track; often zero. */
  clockStart: number;
  audio: readonly AudioTrack[];
  video: Readonly<{ codec: string; width: number; height: number }> | undefined;
}>;

const seconds = z.string().transform(Number).pipe(z.number()).optional().catch(undefined);

const StreamSchema = z.object({
  index: z.number().int().min(0),
  codec_type: z.string().default('unknown'),
  codec_name: z.string().default('unknown'),
  profile: z.string().optional(),
  channels: z.number().optional(),
  sample_rate: z.string().transform(Number).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  start_time: seconds,
  duration: seconds,
  disposition: z.record(z.string(), z.number()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
});
type Stream = z.infer<typeof StreamSchema>;

const AnswerSchema = z.object({
  streams: z.array(StreamSchema).default([]),
  format: z.object({
    format_name: z.string(),
    start_time: seconds,
    duration: seconds,
    tags: z.record(z.string(), z.string()).default({}),
  }),
});
type Answer = z.infer<typeof AnswerSchema>;

const byName: Readonly<Record<string, Container>> = {
  matroska: 'mkv',
  avi: 'avi',
  flac: 'flac',
  ogg: 'ogg',
  mpeg: 'mpeg',
  mpegts: 'mpeg',
};

function containerOf({ format }: Answer): Container {
  const [name = ''] = format.format_name.split(',');
  if (name === 'mov') return format.tags.major_brand?.startsWith('qt') ? 'mov' : 'mp4';
  return byName[name] ?? 'other';
}

/** Matroska stores the duration as 00:01:02.345000000 in a tag. */
function taggedSeconds({ DURATION }: Stream['tags']): number | undefined {
  const [, hours, minutes, rest] = /^(\d{2,}):(\d{2}):(\d{2}\.\d+)$/.exec(DURATION ?? '') ?? [];
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
}

/** Recorders of RealAudio leave a zero. */
const knownSeconds = (seconds: number | undefined) => (seconds === 0 ? undefined : seconds);

function trackOf(stream: Stream, clockStart: number): AudioTrack {
  const startSeconds = Math.max(0, (stream.start_time ?? clockStart) - clockStart);
  // The tag contains the track's end, not its length.
  const taggedEnd = taggedSeconds(stream.tags);
  const tagged = taggedEnd === undefined ? undefined : Math.max(0, taggedEnd - startSeconds);
  const language = stream.tags.language?.toLowerCase();
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    channels: stream.channels ?? 0,
    sampleRate: stream.sample_rate ?? 0,
    language:
      language !== undefined && /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : undefined,
    isDefault: stream.disposition.default === 1,
    startSeconds,
    durationSeconds: knownSeconds(stream.duration) ?? tagged,
  };
}

/** Cover art and thumbnails are also stored as video tracks. */
const isVideoTrack = ({ codec_type, disposition }: Stream) =>
  codec_type === 'video' &&
  disposition.attached_pic !== 1 &&
  disposition.timed_thumbnails !== 1 &&
  disposition.still_image !== 1;

function parse(answer: string): Answer {
  try {
    return AnswerSchema.parse(JSON.parse(answer));
  } catch (cause) {
    throw new MediaError('unreadable', 'ffprobe returned invalid JSON', { cause });
  }
}

export function parseFfprobe(answer: string): ProbedMedia {
  const parsed = parse(answer);
  const video = parsed.streams.find(isVideoTrack);
  const clockStart = parsed.format.start_time ?? 0;
  return {
    container: containerOf(parsed),
    containerSeconds: knownSeconds(parsed.format.duration),
    clockStart,
    audio: parsed.streams
      .filter(({ codec_type }) => codec_type === 'audio')
      .map((stream) => trackOf(stream, clockStart)),
    video: video && { codec: video.codec_name, width: video.width ?? 0, height: video.height ?? 0 },
  };
}

const isDecodable = ({ codec, channels, sampleRate }: AudioTrack) =>
  codec !== 'unknown' && channels > 0 && sampleRate > 0;

export function chooseAudio(tracks: readonly AudioTrack[]): AudioTrack | undefined {
  const decodable = tracks.filter(isDecodable);
  return decodable.find(({ isDefault }) => isDefault) ?? decodable[0];
}
