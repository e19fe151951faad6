import {
  ADTS,
  type AudioCodec,
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputAudioTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  StreamTarget,
  type StreamTargetChunk,
  WAVE,
  WavOutputFormat,
  WEBM,
} from 'mediabunny';
import type { FileInspection } from '../files/file-limits.ts';

// Silence warnings about video codecs that the library cannot read.
Logging.level = LogLevel.Silent;

/** HLS is missing: its playlists name other files. */
const readable = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS, MP3, WAVE, OGG, FLAC, ADTS];

type Shell = { extension: string; format: () => OutputFormat };

// The index at the end keeps memory constant. The server reads a file and not a stream, so the index may come last.
const inMp4: Shell = { extension: 'm4a', format: () => new Mp4OutputFormat({ fastStart: false }) };
const inOgg: Shell = { extension: 'ogg', format: () => new OggOutputFormat() };
const inWav: Shell = { extension: 'wav', format: () => new WavOutputFormat() };

/** The container for each audio codec, among the accepted formats. Other files are sent whole. */
const shells: Partial<Record<AudioCodec | '', Shell>> = {
  aac: inMp4,
  opus: inOgg,
  vorbis: inOgg,
  mp3: { extension: 'mp3', format: () => new Mp3OutputFormat() },
  flac: { extension: 'flac', format: () => new FlacOutputFormat() },
  'pcm-s16': inWav,
  'pcm-s24': inWav,
  'pcm-s32': inWav,
  'pcm-f32': inWav,
};

const open = (file: Blob) => new Input({ formats: readable, source: new BlobSource(file) });

/** The audio track that the server would choose. */
async function chosenTrack(input: Input): Promise<InputAudioTrack | undefined> {
  const tracks = await input.getAudioTracks();
  for (const track of tracks) if ((await track.getDisposition()).default) return track;
  return tracks[0];
}

/** The clock of a camera or of television, whose files name no length, does not start at zero. */
async function secondsOf(input: Input, track: InputAudioTrack): Promise<number> {
  const named = await track.getDurationFromMetadata();
  return named ?? (await track.computeDuration()) - Math.max(0, await input.getFirstTimestamp());
}

/** Rejects for formats that the library does not read, such as AVI, and for damaged files. */
export async function lookInto(file: Blob): Promise<FileInspection> {
  const input = open(file);
  try {
    const track = await chosenTrack(input);
    const hasPicture = (await input.getVideoTracks()).length > 0;
    if (track === undefined)
      return { seconds: undefined, hasSound: hasPicture ? false : undefined, hasPicture };
    const seconds = await secondsOf(input, track);
    return { seconds, hasSound: true, hasPicture };
  } finally {
    input.dispose();
  }
}

type CopyOptions = {
  /** Receives chunks with their positions. */
  to: WritableStream<StreamTargetChunk>;
  onProgress: (share: number) => void;
};

/** Copies the audio of a video without decoding. Returns undefined if no accepted container fits the codec. */
export async function copySound(
  file: Blob,
  options: CopyOptions,
): Promise<{ extension: string } | undefined> {
  const input = open(file);
  try {
    return await copyTrack(input, options);
  } finally {
    input.dispose();
  }
}

async function copyTrack(input: Input, { to, onProgress }: CopyOptions) {
  const track = await chosenTrack(input);
  const shell = shells[(await track?.getCodec()) ?? ''];
  if (track === undefined || shell === undefined) return undefined;
  const output = new Output({ format: shell.format(), target: new StreamTarget(to, { chunked: true }) });
  const wholeSeconds = await secondsOf(input, track);
  const seconds = await copyPackets(track, output, (timestamp) => {
    if (wholeSeconds > 0) onProgress(Math.min(1, timestamp / wholeSeconds));
  });
  return seconds === undefined ? undefined : { extension: shell.extension };
}

/** Copies all packets without decoding. Returns the length in seconds; undefined if there is nothing to copy. */
export async function copyPackets(
  track: InputAudioTrack,
  output: Output,
  onTimestamp: (seconds: number) => void = () => {},
): Promise<number | undefined> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null) return undefined;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let firstAt: number | undefined;
  let endsAt: number | undefined;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Encoders add priming packets with negative timestamps, which containers do not support.
    firstAt ??= packet.timestamp;
    const timestamp = packet.timestamp - firstAt;
    await source.add(packet.clone({ timestamp }), { decoderConfig });
    endsAt = timestamp + packet.duration;
    onTimestamp(timestamp);
  }
  await output.finalize();
  return endsAt;
}
