import {
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
import type { FileInspection } from './file-rules.ts';

// A picture that it cannot read is none of our business.
Logging.level = LogLevel.Silent;

const readable = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, FLAC];

type Shell = { ending: string; format: () => OutputFormat };

// The index at the end: memory then stays flat, and the server reads from a file, not from a stream.
const inMp4: Shell = { ending: 'm4a', format: () => new Mp4OutputFormat({ fastStart: false }) };
const inOgg: Shell = { ending: 'ogg', format: () => new OggOutputFormat() };
const inWav: Shell = { ending: 'wav', format: () => new WavOutputFormat() };

/** What each kind of sound travels in, among the formats that the product takes; others are sent as they are. */
const shells: Partial<Record<AudioCodec, Shell>> = {
  aac: inMp4,
  opus: inOgg,
  vorbis: inOgg,
  mp3: { ending: 'mp3', format: () => new Mp3OutputFormat() },
  flac: { ending: 'flac', format: () => new FlacOutputFormat() },
  'pcm-s16': inWav,
  'pcm-s24': inWav,
  'pcm-s32': inWav,
  'pcm-f32': inWav,
};

const open = (file: Blob) => new Input({ formats: readable, source: new BlobSource(file) });

/** The one that the server would listen to. */
async function chosenTrack(input: Input): Promise<InputAudioTrack | undefined> {
  const tracks = await input.getAudioTracks();
  for (const track of tracks) if ((await track.getDisposition()).default) return track;
  return tracks[0];
}

/** Rejects on what the library does not know: AVI, FLV, and what is damaged. */
export async function lookInto(file: Blob): Promise<FileInspection> {
  const input = open(file);
  try {
    const track = await chosenTrack(input);
    if (track === undefined) {
      const hasPicture = (await input.getVideoTracks()).length > 0;
      return { seconds: undefined, hasSound: hasPicture ? false : undefined };
    }
    const seconds = (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
    return { seconds, hasSound: true };
  } finally {
    input.dispose();
  }
}

type CopyOptions = {
  /** Where pieces are written, each at its place. */
  to: WritableStream<StreamTargetChunk>;
  onProgress: (share: number) => void;
};

/** The sound of a film as it is, without decoding it. Undefined where it fits into nothing that the server takes. */
export async function copySound(file: Blob, options: CopyOptions): Promise<{ ending: string } | undefined> {
  const input = open(file);
  try {
    return await copyTrack(await chosenTrack(input), options);
  } finally {
    input.dispose();
  }
}

async function copyTrack(track: InputAudioTrack | undefined, { to, onProgress }: CopyOptions) {
  const codec = (await track?.getCodec()) ?? undefined;
  const shell = codec === undefined ? undefined : shells[codec];
  const decoderConfig = (await track?.getDecoderConfig()) ?? undefined;
  if (track === undefined || codec === undefined || shell === undefined || decoderConfig === undefined)
    return undefined;

  const output = new Output({ format: shell.format(), target: new StreamTarget(to, { chunked: true }) });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const wholeSeconds = (await track.getDurationFromMetadata()) ?? 0;
  let firstAt: number | undefined;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Encoders put something before the beginning, at times below zero, which no container keeps.
    firstAt ??= packet.timestamp;
    const timestamp = packet.timestamp - firstAt;
    await source.add(packet.clone({ timestamp }), { decoderConfig });
    if (wholeSeconds > 0) onProgress(Math.min(1, timestamp / wholeSeconds));
  }
  await output.finalize();
  return { ending: shell.ending };
}
