import { open } from 'node:fs/promises';
import { readPcmSlice } from '#server/adapters/media/pcm.ts';

export async function sliceOf({ path, startMs, endMs }: { path: string; startMs: number; endMs: number }) {
  await using file = await open(path);
  return await readPcmSlice({ file, startMs, endMs });
}
