import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAiError } from '../openai-error.ts';
import type { Sound } from './recognition/recognize.ts';

const sampleRateHz = 16_000;
const timeLimitMs = 60_000;
/** A small file of near silence can last for days. */
const maxMinutes = 120;
const maxBytes = maxMinutes * 60 * sampleRateHz * 2;

/** ffmpeg may read only its input. The cache protocol makes the pipe seekable, for an index at the end of a file. */
const args = [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'cache,pipe'],
  ...['-format_whitelist', 'mp3,wav,mov,mp4,m4a,3gp,3g2,mj2,flac,ogg,aac,matroska,webm'],
  ...[
    '-i',
    'cache:pipe:0',
    '-vn',
    '-sn',
    '-dn',
    '-ac',
    '1',
    '-ar',
    String(sampleRateHz),
    '-f',
    's16le',
    'pipe:1',
  ],
];

const unreadable = () =>
  openAiError(400, {
    message: 'Audio file might be corrupted or unsupported',
    code: 'invalid_value',
    param: 'file',
  });

async function* monoPieces(file: Buffer) {
  const child = spawn('ffmpeg', args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'close').catch(() => undefined);
  // ffmpeg may stop reading early (EPIPE). Its exit code shows errors.
  child.stdin.on('error', () => {}).end(file);
  let bytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const read of child.stdout as AsyncIterable<Buffer>) {
      bytes += read.length;
      if (bytes > maxBytes)
        throw openAiError(400, {
          message: `Audio is longer than ${maxMinutes} minutes`,
          code: 'audio_too_long',
          param: 'file',
        });
      const whole = Buffer.concat([rest, read]);
      const even = whole.length - (whole.length % 2);
      rest = whole.subarray(even);
      yield new Int16Array(new Uint8Array(whole.subarray(0, even)).buffer);
    }
    await ended;
    if (child.exitCode !== 0) throw unreadable();
  } finally {
    child.kill('SIGKILL');
  }
}

/** Decodes all files that readWav does not support. */
export const decodeWithFfmpeg = (file: Buffer): Sound => ({ sampleRateHz, pieces: monoPieces(file) });
