import { copySound, lookInto } from './sound-copy.ts';
import { openForWriting } from './vault-place.ts';
import type { WorkerAnswer, WorkerTask } from './worker-task.ts';

const say = (answer: WorkerAnswer) => self.postMessage(answer);

async function copyInto(id: string, file: File) {
  const access = await openForWriting(id);
  let told = 0;
  const to = new WritableStream({
    write: ({ data, position }: { data: Uint8Array<ArrayBuffer>; position: number }) =>
      void access.write(data, { at: position }),
  });
  try {
    const copied = await copySound(file, {
      to,
      onProgress(share) {
        if (share - told < 0.01) return;
        told = share;
        say({ progress: share });
      },
    });
    access.flush();
    return copied;
  } finally {
    access.close();
  }
}

self.onmessage = async ({ data: { kind, id, file } }: MessageEvent<WorkerTask>) => {
  try {
    say({ done: kind === 'look' ? await lookInto(file) : await copyInto(id, file) });
  } catch (error) {
    say({ failed: String(error) });
  }
};
