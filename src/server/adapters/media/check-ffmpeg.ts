import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeoutMs = 5_000;

let found: Promise<void> | undefined;

async function look() {
  for (const program of ['ffmpeg', 'ffprobe']) {
    try {
      await run(program, ['-version'], { timeout: timeoutMs });
    } catch (error) {
      throw new Error(`${program} does not run here: install ffmpeg (script/bootstrap does)`, {
        cause: error,
      });
    }
  }
}

/** Caches success only. A failed check is repeated, because ffmpeg may be installed in the meantime. */
export function checkFfmpegInstalled(): Promise<void> {
  found ??= look().catch((error) => {
    found = undefined;
    throw error;
  });
  return found;
}
