import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ProbedMedia } from '#server/adapters/media/parse-ffprobe.ts';
import { encodeWav } from '#server/adapters/media/pcm.ts';
import { soundOfTones, type Tone } from './tones.ts';

const run = promisify(execFile);

/** Runs ffmpeg in the folder, so that arguments are bare file names. */
export async function ffmpegIn(folder: string, ...args: string[]) {
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder });
}

export const threeTones: readonly Tone[] = [
  { key: '1', startMs: 1_000, endMs: 1_300 },
  { key: '5', startMs: 2_500, endMs: 2_800 },
  { key: '9', startMs: 4_000, endMs: 4_300 },
];
export const threeTonesMs = 5_000;

/** Writes tones.wav, the source of the other formats. */
export async function writeTones(folder: string, { tones = threeTones, totalMs = threeTonesMs } = {}) {
  const rateHz = 48_000;
  await writeFile(join(folder, 'tones.wav'), encodeWav(soundOfTones({ tones, totalMs, rateHz }), rateHz));
}

export const picture = (seconds: number) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=64x48:rate=10:duration=${seconds}`],
];

type Format = Readonly<{
  container: ProbedMedia['container'];
  /** For ffmpeg, after its inputs. */
  args: readonly string[];
  film?: true;
  /** The file does not record the delay of its encoder, so the tones start up to 60 ms later. */
  delayed?: true;
}>;

const mpeg2 = ['-c:v', 'mpeg2video', '-r', '25'];
/** The size and rate that tape and broadcast formats demand. */
const television = ['-s', '720x576', '-r', '25', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'];
const telephone = ['-ar', '8000', '-ac', '1'];

/** The accepted formats that ffmpeg can encode. */
export const formats = {
  'tones.wav': { container: 'other', args: ['-c:a', 'pcm_s16le'] },
  'tones.mp3': { container: 'other', args: ['-c:a', 'libmp3lame'] },
  'tones.m4a': { container: 'mp4', args: ['-c:a', 'aac'] },
  'tones.flac': { container: 'flac', args: ['-c:a', 'flac'] },
  'tones.ogg': { container: 'ogg', args: ['-c:a', 'libvorbis'] },
  'tones.opus': { container: 'ogg', args: ['-c:a', 'libopus'] },
  'tones.mp4': { container: 'mp4', args: ['-c:v', 'mpeg4', '-c:a', 'aac'], film: true },
  'tones.mov': { container: 'mov', args: ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le'], film: true },
  'tones.avi': { container: 'avi', args: ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le'], film: true },
  'tones.mkv': { container: 'mkv', args: ['-c:v', 'mpeg4', '-c:a', 'flac'], film: true },
  'tones.webm': {
    container: 'mkv',
    args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
    film: true,
  },
  'tones.flv': {
    container: 'other',
    args: ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'pcm_s16le'],
    film: true,
  },
  'aac.flv': {
    container: 'other',
    args: ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'aac'],
    film: true,
    delayed: true,
  },
  'mp3.avi': {
    container: 'avi',
    args: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
    film: true,
    delayed: true,
  },
  'tones.aac': { container: 'other', args: ['-c:a', 'aac'], delayed: true },
  'tones.3gp': { container: 'mp4', args: ['-c:v', 'h263', '-s', '128x96', '-c:a', 'aac'], film: true },
  'tones.wma': { container: 'other', args: ['-c:a', 'wmav2'], delayed: true },
  'tones.ts': { container: 'mpeg', args: [...mpeg2, '-c:a', 'aac'], film: true, delayed: true },
  'sound.ts': { container: 'mpeg', args: ['-c:a', 'aac'], delayed: true },
  'tones.m2ts': {
    container: 'mpeg',
    args: [...mpeg2, '-c:a', 'ac3', '-f', 'mpegts', '-mpegts_m2ts_mode', '1'],
    film: true,
    delayed: true,
  },
  'tones.mpg': {
    container: 'mpeg',
    args: ['-c:v', 'mpeg1video', '-r', '25', '-c:a', 'mp2'],
    film: true,
    delayed: true,
  },
  'sound.mpeg': { container: 'mpeg', args: ['-c:a', 'mp2'], delayed: true },
  'tones.vob': { container: 'mpeg', args: [...mpeg2, '-c:a', 'ac3'], film: true, delayed: true },
  'tones.wmv': {
    container: 'other',
    args: ['-c:v', 'wmv2', '-c:a', 'wmav2'],
    film: true,
    delayed: true,
  },
  'tones.3g2': { container: 'mp4', args: ['-c:a', 'aac'] },
  'tones.m4b': { container: 'mp4', args: ['-c:a', 'aac', '-f', 'ipod'] },
  'tones.mka': { container: 'mkv', args: ['-c:a', 'libvorbis'] },
  'tones.oga': { container: 'ogg', args: ['-c:a', 'flac'] },
  'tones.spx': { container: 'ogg', args: ['-c:a', 'libspeex'], delayed: true },
  'tones.mp2': { container: 'other', args: ['-c:a', 'mp2'], delayed: true },
  'tones.mpga': { container: 'other', args: ['-c:a', 'mp2', '-f', 'mp2'], delayed: true },
  'tones.aiff': { container: 'other', args: ['-c:a', 'pcm_s16be'] },
  'tones.aifc': { container: 'other', args: ['-c:a', 'pcm_alaw', '-f', 'aiff'] },
  'tones.caf': { container: 'other', args: ['-c:a', 'pcm_s16be'] },
  'alac.caf': { container: 'other', args: ['-c:a', 'alac'] },
  'tones.au': { container: 'other', args: ['-c:a', 'pcm_s16be'] },
  'tones.w64': { container: 'other', args: ['-c:a', 'pcm_s16le'] },
  'tones.voc': { container: 'other', args: ['-c:a', 'pcm_s16le'] },
  'tones.sox': { container: 'other', args: ['-c:a', 'pcm_s32le'] },
  'tones.sf': { container: 'other', args: ['-c:a', 'pcm_s16le', '-f', 'ircam'] },
  'tones.ac3': { container: 'other', args: ['-c:a', 'ac3'], delayed: true },
  'tones.eac3': { container: 'other', args: ['-c:a', 'eac3'], delayed: true },
  'tones.dts': { container: 'other', args: ['-c:a', 'dca', '-strict', '-2'], delayed: true },
  'tones.thd': { container: 'other', args: ['-c:a', 'truehd', '-strict', '-2', '-f', 'truehd'] },
  'tones.latm': { container: 'other', args: ['-c:a', 'aac', '-f', 'latm'], delayed: true },
  'tones.wv': { container: 'other', args: ['-c:a', 'wavpack'] },
  'tones.tta': { container: 'other', args: ['-c:a', 'tta'] },
  'tones.gsm': { container: 'other', args: [...telephone, '-c:a', 'libgsm'] },

  'tones.mmf': { container: 'other', args: [...telephone, '-c:a', 'adpcm_yamaha'] },
  'tones.rm': {
    container: 'other',
    args: ['-c:v', 'rv10', '-r', '25', '-c:a', 'ac3'],
    film: true,
    delayed: true,
  },
  'tones.nut': { container: 'other', args: ['-c:v', 'mpeg4', '-c:a', 'flac'], film: true },
  'tones.wtv': { container: 'other', args: [...mpeg2, '-c:a', 'mp2'], film: true, delayed: true },
  'tones.mxf': { container: 'other', args: [...mpeg2, '-c:a', 'pcm_s16le'], film: true },
  'tones.dv': { container: 'other', args: [...television, '-ac', '2'], film: true },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];
export const formatOf = (name: FormatName): Format => formats[name];

/** Starts ffmpeg once for all formats. Returns their paths. */
export async function makeFormats(folder: string, names: readonly FormatName[]): Promise<string[]> {
  const outputs = names
    .filter((name) => name !== 'tones.wav')
    .flatMap((name) => {
      const { args, film } = formatOf(name);
      return [...(film ? ['-map', '1:v'] : []), '-map', '0:a', ...args, name];
    });
  if (outputs.length > 0)
    await ffmpegIn(folder, '-i', 'tones.wav', ...picture(threeTonesMs / 1_000), ...outputs);
  return names.map((name) => join(folder, name));
}

export async function makeFormat(folder: string, name: FormatName) {
  const [path = ''] = await makeFormats(folder, [name]);
  return path;
}

export async function concatenated(folder: string, names: readonly string[], as: string): Promise<string> {
  const parts = await Promise.all(names.map((name) => readFile(join(folder, name))));
  await writeFile(join(folder, as), Buffer.concat(parts));
  return join(folder, as);
}

/** Encodes to a pipe, as recorders do that cannot seek back to write the length. */
export async function encodeToPipe(folder: string, args: readonly string[], as: string): Promise<string> {
  const written = await new Promise<Buffer>((resolve, reject) => {
    execFile(
      'ffmpeg',
      ['-v', 'error', '-nostdin', ...args, 'pipe:1'],
      { cwd: folder, encoding: 'buffer', maxBuffer: 100_000_000 },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
  });
  await writeFile(join(folder, as), written);
  return join(folder, as);
}

/** Changes the sample count in the header, but not the sound. */
export function flacWithDuration(flac: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(flac);
  if (bytes.subarray(0, 4).toString('latin1') !== 'fLaC') throw new Error('not a FLAC file');
  // After the frame sizes, STREAMINFO has 20 bits for the rate, 3 for the channels, 5 for the depth and 36
  // for samples.
  const at = 18;
  const packed = bytes.readBigUInt64BE(at);
  const rateHz = Number(packed >> 44n);
  const samples = BigInt(Math.round(seconds * rateHz));
  bytes.writeBigUInt64BE((packed & ~0xf_ffff_ffffn) | samples, at);
  return new Uint8Array(bytes);
}
