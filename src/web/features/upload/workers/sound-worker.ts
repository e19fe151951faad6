import { copySound, lookInto } from './sound-copy.ts';
import { openForWriting } from './stored-files-folder.ts';
import { answerTask } from './worker-task.ts';

type CopyTask = { id: string; file: File };
/** Without an id the file is only inspected. */
type SoundTask = CopyTask | { file: File };

async function copyInto({ id, file }: CopyTask, onProgress: (share: number) => void) {
  const access = await openForWriting(id);
  let reportedShare = 0;
  const to = new WritableStream({
    write: ({ data, position }: { data: Uint8Array<ArrayBuffer>; position: number }) =>
      void access.write(data, { at: position }),
  });
  try {
    const copied = await copySound(file, {
      to,
      onProgress(share) {
        if (share - reportedShare < 0.01) return;
        reportedShare = share;
        onProgress(share);
      },
    });
    access.flush();
    return copied;
  } finally {
    access.close();
  }
}

answerTask<SoundTask>(async (task, onProgress) =>
  'id' in task ? copyInto(task, onProgress) : lookInto(task.file),
);
