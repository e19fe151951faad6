import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resembles speech in a lecture: a varying pitch with occasional pauses. */
const voice = '0.3*sin(2*PI*(140+60*sin(t/3))*t)*lt(mod(t\\,9)\\,8.2)+0.02*random(0)';

type LectureOptions = { minutes: number; picture?: boolean };

/** ffmpeg encodes this much and repeats it, because encoding an hour would take longer than the benchmark itself. */
const madeMinutes = 6;

/** Writes a recording as MP3 or, with `picture`, as MP4. */
export async function makeLecture(
  path: string,
  { minutes, picture = false }: LectureOptions,
): Promise<string> {
  const madeSeconds = Math.min(minutes, madeMinutes) * 60;
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=exprs='${voice}':s=44100:d=${madeSeconds}`];
  const screen = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=5:duration=${madeSeconds}`];
  const asMp4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '35', '-c:a', 'aac', '-b:a', '128k'];
  const args = picture
    ? [...screen, ...sound, ...asMp4, '-shortest']
    : [...sound, '-c:a', 'libmp3lame', '-b:a', '128k'];
  const quietly = ['-v', 'error', '-nostdin', '-y'];
  const part = `${path}.part${extname(path)}`;
  await run('ffmpeg', [...quietly, ...args, part]);
  const loopArguments = ['-stream_loop', String(Math.ceil(minutes / madeMinutes) - 1), '-i', part];
  await run('ffmpeg', [...quietly, ...loopArguments, '-t', String(minutes * 60), '-c', 'copy', path]);
  await rm(part);
  return path;
}

const rateHz = 192_000;
const channels = 8;
const bytesPerSample = 4;
const headerBytes = 44;
const pieceBytes = 1_048_576;

function header(dataBytes: number): Buffer {
  const head = Buffer.alloc(headerBytes);
  head.write('RIFF', 0);
  head.writeUInt32LE(dataBytes + headerBytes - 8, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rateHz, 24);
  head.writeUInt32LE(rateHz * channels * bytesPerSample, 28);
  head.writeUInt16LE(channels * bytesPerSample, 32);
  head.writeUInt16LE(bytesPerSample * 8, 34);
  head.write('data', 36);
  head.writeUInt32LE(dataBytes, 40);
  return head;
}

/** A WAV with an extreme sample rate, so that even a large file is short and the product accepts it. */
export function largeWav(bytes: number) {
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; at < pieceBytes; at += bytesPerSample) piece.writeInt32LE((at * 7_919) | 0, at);
  const head = header(bytes - headerBytes);
  function* pieces({ from = 0, to = bytes }: { from?: number; to?: number }) {
    for (let at = from; at < to; ) {
      const isHead = at < headerBytes;
      const [source, start] = isHead ? [head, at] : [piece, (at - headerBytes) % pieceBytes];
      const part = source.subarray(start, start + to - at);
      yield part;
      at += part.length;
    }
  }
  return {
    bytes,
    stream: (part: { from?: number; to?: number } = {}) =>
      Readable.from(pieces(part), { objectMode: false, highWaterMark: pieceBytes }),
  };
}
