import { minuteMs } from '#domain/format/durations.ts';
import { runInWorker } from '#web/features/upload/workers/worker-task.ts';
import type { StoredRecording } from './recording-store.ts';
import { fileNameOf } from './recording-text.ts';
import type { Remuxed } from './remux-sound.ts';

/** Remuxing an hour takes about a second. A hanging worker must not withhold the recording. */
const maxMs = minuteMs;

async function remuxInWorker(sound: Blob): Promise<Remuxed | undefined> {
  try {
    const worker = new Worker(new URL('./remux-worker.ts', import.meta.url), { type: 'module' });
    return await runInWorker<Remuxed | undefined>(worker, sound, { signal: AbortSignal.timeout(maxMs) });
  } catch {
    // Damaged sound, or a worker that hangs or failed to load.
    return undefined;
  }
}

const extensions: readonly [kind: RegExp, extension: string][] = [
  [/^audio\/ogg/, 'ogg'],
  [/^(audio|video)\/mp4/, 'm4a'],
  [/webm/, 'webm'],
  [/wav/, 'wav'],
];

/** The extension for a recording in the browser's own container. */
export const fileExtensionOfType = (type: string) =>
  extensions.find(([kind]) => kind.test(type))?.[1] ?? 'webm';

export type FinishedRecording = { file: File; seconds: number };

type Known = Pick<StoredRecording, 'startedAtMs' | 'type' | 'seconds'>;

/** The file to send, play and save. Without remuxing it is the original, which the server may still decode. */
export async function finishRecording(
  { startedAtMs, type, seconds }: Known,
  sound: Blob,
): Promise<FinishedRecording> {
  const rewrapped = await remuxInWorker(sound);
  const name = fileNameOf(startedAtMs, rewrapped?.extension ?? fileExtensionOfType(type));
  const content = rewrapped?.sound ?? sound;
  return {
    file: new File([content], name, { type: content.type, lastModified: startedAtMs }),
    seconds: rewrapped?.seconds ?? seconds,
  };
}
