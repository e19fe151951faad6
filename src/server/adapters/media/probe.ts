import { type Measuring, measureEnd, measureStart } from './measure-track.ts';
import { MediaError } from './media-error.ts';
import { type AudioTrack, chooseAudio, type ProbedMedia, parseFfprobe } from './parse-ffprobe.ts';
import {
  defaultMemoryBytes,
  defaultPrograms,
  inputOptions,
  inputUrl,
  lastLine,
  type MediaLimits,
  type Programs,
  type RunResult,
  runProgram,
} from './run-ffmpeg.ts';
import { type Sniffed, sniffFileType } from './sniff-file-type.ts';

export type MediaInfo = Readonly<
  ProbedMedia & {
    /** The end of the chosen track on the file's clock. */
    durationSeconds: number;
    /** The track to transcribe: the default one, or the first decodable one. */
    chosen: AudioTrack;
  }
>;

export const defaultProbeLimits: MediaLimits = {
  timeMs: 30_000,
  memoryBytes: defaultMemoryBytes,
  maxDurationSeconds: Number.POSITIVE_INFINITY,
};

const entries = [
  'format=format_name,duration,start_time',
  'format_tags=major_brand',
  'stream=index,codec_type,codec_name,profile,channels,sample_rate,start_time,duration,width,height',
  'stream_disposition=default,attached_pic,timed_thumbnails,still_image',
  'stream_tags=language,DURATION',
].join(':');

const maxAnswerBytes = 4_000_000;

type ProbeOptions = {
  path: string;
  limits?: Partial<MediaLimits> | undefined;
  signal?: AbortSignal | undefined;
  programs?: Programs;
};

async function askFfprobe({
  path,
  limits,
  signal,
  programs,
}: Required<ProbeOptions> & { limits: MediaLimits }) {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const result = await runProgram({
    program: programs.ffprobe,
    inputPath: path,
    args: ['-v', 'warning', ...inputOptions, '-of', 'json', '-show_entries', entries, inputUrl],
    limits,
    signal,
    onOutput: (piece) => {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) throw new MediaError('unreadable', 'the file has too many tracks');
      pieces.push(piece);
    },
  });
  return { result, answer: Buffer.concat(pieces).toString('utf8') };
}

function refuseUnread(result: RunResult, { looksLikeMedia }: Sniffed) {
  if (result.code !== 0)
    throw new MediaError(looksLikeMedia ? 'unreadable' : 'unsupported', lastLine(result));
  // Any noise contains a few bytes that look like the start of an MP3.
  if (!looksLikeMedia && /misdetection possible/.test(result.errors))
    throw new MediaError('unsupported', 'ffprobe doubts the detected format');
}

/** Prefers the track's own duration: a film may continue without sound, or its picture may last one second. */
function promisedEnd({ chosen, found }: { chosen: AudioTrack; found: ProbedMedia }): number | undefined {
  return chosen.durationSeconds === undefined
    ? found.containerSeconds
    : chosen.startSeconds + chosen.durationSeconds;
}

type MeasureOptions = Omit<Measuring, 'track'>;

/** A single track starts with its file. Beside other tracks it may start late, so measure it. */
async function placed(
  track: AudioTrack,
  { audio, video, clockStart }: ProbedMedia,
  options: MeasureOptions,
): Promise<AudioTrack> {
  if (video === undefined && audio.length === 1) return track;
  const measured = await measureStart({ ...options, track: track.index });
  if (measured === undefined) return track;
  const startSeconds = Math.max(0, measured - clockStart);
  const { durationSeconds } = track;
  if (durationSeconds === undefined) return { ...track, startSeconds };
  return { ...track, startSeconds, durationSeconds: durationSeconds - (startSeconds - track.startSeconds) };
}

/** Detects the file's content, ignoring its name. Throws a MediaError for files that cannot be transcribed. */
export async function probeMedia(options: ProbeOptions): Promise<MediaInfo> {
  const { path, signal, programs = defaultPrograms } = options;
  const limits = { ...defaultProbeLimits, ...options.limits };
  const sniffed = await sniffFileType(path);
  const { result, answer } = await askFfprobe({ path, limits, signal, programs });
  refuseUnread(result, sniffed);
  const found = parseFfprobe(answer);
  const promising = chooseAudio(found.audio);
  if (promising === undefined)
    throw found.audio.length === 0
      ? new MediaError('no_audio')
      : new MediaError('unreadable', `no decoder for ${found.audio[0]?.codec}`);
  // "Estimating" means extrapolating the bit rate of the first frames, which is wrong for VBR files.
  // MPEG streams have no header: ffprobe subtracts the first timestamp from the last, but recorders restart their clock.
  const isGuessed = found.container === 'mpeg' || /Estimating duration from bitrate/.test(result.errors);
  const chosen = await placed(isGuessed ? { ...promising, durationSeconds: undefined } : promising, found, {
    path,
    limits,
    signal,
    programs,
  });
  const promised = isGuessed ? undefined : promisedEnd({ chosen, found });
  const durationSeconds =
    promised ?? (await measureEnd({ path, track: chosen.index, limits, signal, programs }));
  if (durationSeconds <= 0) throw new MediaError('zero_length');
  if (durationSeconds > limits.maxDurationSeconds)
    throw new MediaError('too_long', `${Math.round(durationSeconds)} s`);
  return { ...found, durationSeconds, chosen };
}
