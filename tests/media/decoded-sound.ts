import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { readPcmSlice } from '#server/adapters/media/pcm.ts';

const rateHz = 16_000;
const bytesPerSample = 2;

/**
 * Counts the samples that ffmpeg decodes without our filters, because headers and timestamps of damaged files
 * are wrong. It counts only the first track, because a damaged header can declare more tracks.
 */
export async function decodedSeconds(path: string): Promise<number> {
  const args = ['-v', 'quiet', '-nostdin', '-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(rateHz)];
  const child = spawn('ffmpeg', [...args, '-f', 's16le', 'pipe:1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let bytes = 0;
  for await (const piece of child.stdout) bytes += (piece as Buffer).length;
  return bytes / bytesPerSample / rateHz;
}

export async function readSlice({ path, startMs, endMs }: { path: string; startMs: number; endMs: number }) {
  await using file = await open(path);
  return await readPcmSlice({ file, startMs, endMs });
}
