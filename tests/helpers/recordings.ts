import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function encode(name: string, args: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'escriba-recording-'));
  try {
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, name], { cwd: folder });
    return await readFile(join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const recordings = new Map<string, Promise<Buffer>>();

/** Starts ffmpeg once for equal arguments, because many tests use the same recording. Each caller gets a copy. */
async function made(name: string, ...args: string[]): Promise<Buffer> {
  const key = [name, ...args].join(' ');
  const recording = recordings.get(key) ?? encode(name, args);
  recordings.set(key, recording);
  return Buffer.from(await recording);
}

function risingTone(seconds: number, rateHz: number): string {
  const rise = Math.min(1, 1_500 / seconds);
  return `aevalsrc=exprs='0.4*sin(2*PI*(200+${rise}*t)*t)*lt(mod(t\\,30)\\,28.5)':s=${rateHz}:d=${seconds}`;
}

/**
 * Makes a tone that rises continuously with a pause every half minute, so that no two ranges sound alike. In long
 * recordings the tone rises more slowly, so that it remains audible.
 */
export function recordingOf(seconds: number): Promise<Buffer> {
  return made(
    'tone.mp3',
    '-f',
    'lavfi',
    '-i',
    risingTone(seconds, 16_000),
    '-c:a',
    'libmp3lame',
    '-b:a',
    '24k',
  );
}

/** Makes a voice message as WhatsApp records it. Each pitch sounds unlike the others. */
export function voiceMessageOf(seconds: number, pitchHz: number): Promise<Buffer> {
  return made(
    'voice.opus',
    ...['-f', 'lavfi', '-i', `sine=frequency=${pitchHz}:sample_rate=16000:duration=${seconds}`],
    ...['-ac', '1', '-c:a', 'libopus', '-b:a', '16k'],
  );
}

/** Repeats half a minute of the rising tone to an exact length, in a format whose header tests can change. */
export function flacOf(seconds: number): Promise<Buffer> {
  const rateHz = 8_000;
  const again = `${risingTone(30, rateHz)},aloop=loop=-1:size=${30 * rateHz}`;
  return made(
    'tone.flac',
    ...['-f', 'lavfi', '-i', again, '-t', String(seconds)],
    ...['-c:a', 'flac', '-compression_level', '0'],
  );
}

export function filmWithSound(codec: 'libx264' | 'mpeg4'): Promise<Buffer> {
  return made(
    'film.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=2'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'],
    ...['-c:v', codec, '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  );
}
