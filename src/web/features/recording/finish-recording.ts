import { minuteMs } from '#domain/format/durations.ts';
import { fileNameOf } from './recording-text.ts';
import type { StoredRecording } from './recording-vault.ts';
import type { Remuxed } from './remux-sound.ts';
import type { RemuxAnswer } from './remux-worker.ts';
import { fileExtensionOfType } from './sound-format.ts';

/** Remuxing an hour takes about a second. A hanging worker must not withhold the recording. */
const maxMs = minuteMs;

function remuxInWorker(sound: Blob): Promise<Remuxed | undefined> {
  const { promise, resolve } = Promise.withResolvers<Remuxed | undefined>();
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' });
  const timer = setTimeout(() => resolve(undefined), maxMs);
  worker.onmessage = ({ data }: MessageEvent<RemuxAnswer>) => resolve(data.rewrapped);
  worker.onerror = (event) => {
    event.preventDefault();
    resolve(undefined);
  };
  worker.postMessage(sound);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

export type FinishedRecording = { file: File; seconds: number };

type Known = Pick<StoredRecording, 'startedAtMs' | 'type' | 'seconds'>;

/** The file to send, play and save. Without remuxing it is the original, which the server may still decode. */
export async function finishRecording(
  { startedAtMs, type, seconds }: Known,
  sound: Blob,
): Promise<FinishedRecording> {
  const rewrapped = await remuxInWorker(sound);
  const name = fileNameOf(startedAtMs, rewrapped?.ending ?? fileExtensionOfType(type));
  const content = rewrapped?.sound ?? sound;
  return {
    file: new File([content], name, { type: content.type, lastModified: startedAtMs }),
    seconds: rewrapped?.seconds ?? seconds,
  };
}
