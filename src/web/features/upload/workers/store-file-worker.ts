import { openForWriting } from './stored-files-folder.ts';
import { answerTask } from './worker-task.ts';

const chunkBytes = 4_194_304;

/** Writes in chunks to keep memory constant. */
answerTask<{ id: string; file: File }>(async ({ id, file }) => {
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
});
