import { openForWriting } from './vault-place.ts';
import type { WorkerAnswer, WorkerTask } from './worker-task.ts';

const chunkBytes = 4_194_304;

const say = (answer: WorkerAnswer) => self.postMessage(answer);

/** Writes in chunks to keep memory constant. */
async function keep(id: string, file: File) {
  const access = await openForWriting(id);
  try {
    for (let at = 0; at < file.size; at += chunkBytes) {
      const chunk = new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer());
      if (access.write(chunk, { at }) < chunk.length) throw new Error('the browser ran out of storage space');
    }
    access.flush();
  } finally {
    access.close();
  }
}

self.onmessage = async ({ data: { id, file } }: MessageEvent<WorkerTask>) => {
  try {
    say({ done: await keep(id, file) });
  } catch (error) {
    say({ failed: String(error) });
  }
};
