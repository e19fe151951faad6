import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sound like a lecture's: a voice's pitch that never stands still, with a pause now and then. */
const voice = '0.3*sin(2*PI*(140+60*sin(t/3))*t)*lt(mod(t\\,9)\\,8.2)+0.02*random(0)';

type Asked = { minutes: number; picture?: boolean };

/** A recording of so many minutes, as MP3 or, with a picture, as MP4. */
export async function lecture(path: string, { minutes, picture = false }: Asked): Promise<string> {
  const seconds = minutes * 60;
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=exprs='${voice}':s=44100:d=${seconds}`];
  const args = picture
    ? [
        ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=5:duration=${seconds}`, ...sound],
        ...[
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-crf',
          '35',
          '-c:a',
          'aac',
          '-b:a',
          '128k',
          '-shortest',
        ],
      ]
    : [...sound, '-c:a', 'libmp3lame', '-b:a', '128k'];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]);
  return path;
}
