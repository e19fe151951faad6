import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/** All accepted formats, each with its container, its ffmpeg arguments, and whether it has a video track. */
export const formats = {
  'tones.wav': { container: 'wav', args: ['-c:a', 'pcm_s16le'], film: false },
  'tones.mp3': { container: 'mp3', args: ['-c:a', 'libmp3lame'], film: false },
  'tones.m4a': { container: 'm4a', args: ['-c:a', 'aac'], film: false },
  'tones.flac': { container: 'flac', args: ['-c:a', 'flac'], film: false },
  'tones.ogg': { container: 'ogg', args: ['-c:a', 'libvorbis'], film: false },
  'tones.opus': { container: 'ogg', args: ['-c:a', 'libopus'], film: false },
  'tones.mp4': { container: 'mp4', args: ['-c:v', 'mpeg4', '-c:a', 'aac'], film: true },
  'tones.mov': { container: 'mov', args: ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le'], film: true },
  'tones.avi': { container: 'avi', args: ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le'], film: true },
  'tones.mkv': { container: 'mkv', args: ['-c:v', 'mpeg4', '-c:a', 'flac'], film: true },
  'tones.webm': {
    container: 'mkv',
    args: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
    film: true,
  },
  'tones.flv': { container: 'flv', args: ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'pcm_s16le'], film: true },
  // These containers do not record the encoder's delay of 21 to 46 ms, so the tones start later by that.
  'aac.flv': { container: 'flv', args: ['-c:v', 'flv1', '-ar', '44100', '-c:a', 'aac'], film: true },
  'mp3.avi': { container: 'avi', args: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], film: true },
} as const;
export type FormatName = keyof typeof formats;

export async function makeFormat(folder: string, name: FormatName) {
  const { args, film } = formats[name];
  if (name === 'tones.wav') return join(folder, name);
  const inputs = film
    ? [...picture(threeTonesMs / 1_000), '-i', 'tones.wav', '-map', '0:v', '-map', '1:a']
    : ['-i', 'tones.wav'];
  await ffmpegIn(folder, ...inputs, ...args, name);
  return join(folder, name);
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
