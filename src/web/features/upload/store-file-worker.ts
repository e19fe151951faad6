import { openForWriting } from './vault-place.ts';
import type { WorkerAnswer, WorkerTask } from './worker-task.ts';

const pieceBytes = 4_194_304;

const say = (answer: WorkerAnswer) => self.postMessage(answer);

/** Piece by piece, so that memory stays flat. */
async function keep(id: string, file: File) {
  const access = await openForWriting(id);
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
      if (access.write(piece, { at }) < piece.length) throw new Error('no room left');
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
