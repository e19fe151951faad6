import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sound like a lecture's: a voice's pitch that never stands still, with a pause now and then. */
const voice = '0.3*sin(2*PI*(140+60*sin(t/3))*t)*lt(mod(t\\,9)\\,8.2)+0.02*random(0)';

type Asked = { minutes: number; picture?: boolean };

/** Made once and put together as often as it takes: an hour of it anew would take longer than what is measured. */
const madeMinutes = 6;

/** A recording of so many minutes, as MP3 or, with a picture, as MP4. */
export async function lecture(path: string, { minutes, picture = false }: Asked): Promise<string> {
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
  const again = ['-stream_loop', String(Math.ceil(minutes / madeMinutes) - 1), '-i', part];
  await run('ffmpeg', [...quietly, ...again, '-t', String(minutes * 60), '-c', 'copy', path]);
  await rm(part);
  return path;
}
