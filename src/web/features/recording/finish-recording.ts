import { fileNameOf } from './recording-text.ts';
import type { KeptRecording } from './recording-vault.ts';
import type { Rewrapped } from './remux-sound.ts';
import type { RewrapAnswer } from './remux-worker.ts';
import { endingOfType } from './sound-format.ts';

/** An hour takes about a second; whatever hangs must not keep the recording from its person. */
const maxMs = 60_000;

function rewrapInWorker(sound: Blob): Promise<Rewrapped | undefined> {
  const { promise, resolve } = Promise.withResolvers<Rewrapped | undefined>();
  const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' });
  const timer = setTimeout(() => resolve(undefined), maxMs);
  worker.onmessage = ({ data }: MessageEvent<RewrapAnswer>) => resolve(data.rewrapped);
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

type Known = Pick<KeptRecording, 'startedAtMs' | 'type' | 'seconds'>;

/** The file that is sent, heard and saved. What cannot be put in order is given as it is: the server may still read it. */
export async function finishRecording(
  { startedAtMs, type, seconds }: Known,
  sound: Blob,
): Promise<FinishedRecording> {
  const rewrapped = await rewrapInWorker(sound);
  const name = fileNameOf(startedAtMs, rewrapped?.ending ?? endingOfType(type));
  const content = rewrapped?.sound ?? sound;
  return {
    file: new File([content], name, { type: content.type, lastModified: startedAtMs }),
    seconds: rewrapped?.seconds ?? seconds,
  };
}
