import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { minuteMs } from '#domain/format/durations.ts';
import { decodePlayable } from '#server/adapters/media/decode-playable.ts';
import { readPcmSlice } from '#server/adapters/media/pcm.ts';
import { movedBy } from '#server/adapters/speech/engine.ts';
import type { SpeakerFinder } from '#server/adapters/speech/speakers/speaker-finder.ts';
import type { Deps } from '#server/deps.ts';
import { openSoundFolder } from '../run/sound-folder.ts';
import { keepPiece, keptPieces } from './voice-pieces.ts';

type Recording = Readonly<{ id: string; audioKey: string; durationMs: number }>;

/**
 * Computes the embeddings of the minutes that have none yet, from the playback copy: it has the times of the text, and
 * stays longer than the original. Returns false if the recording was deleted meanwhile.
 */
export async function hearVoices(
  deps: Pick<Deps, 'db' | 'storage' | 'config'> & { speakers: SpeakerFinder },
  { id, audioKey, durationMs }: Recording,
  signal: AbortSignal,
): Promise<boolean> {
  const { storage, config, speakers } = deps;
  const pieces = { transcriptionId: id, models: speakers.name };
  const kept = await keptPieces(deps, pieces);
  const missing = Array.from({ length: Math.ceil(durationMs / minuteMs) }, (_, index) => index).filter(
    (index) => !kept.has(index),
  );
  if (missing.length === 0) return true;
  await using folder = await openSoundFolder(config.dataDir);
  const pcmPath = join(folder.path, 'voices.pcm');
  await storage.withLocalFile(audioKey, (path) => decodePlayable({ path, pcmPath, durationMs, signal }), {
    signal,
  });
  await using file = await open(pcmPath, 'r');
  for (const index of missing) {
    signal.throwIfAborted();
    const startMs = index * minuteMs;
    const pcm = await readPcmSlice({ file, startMs, endMs: Math.min(startMs + minuteMs, durationMs) });
    const stretches = (await speakers.findStretches(pcm, signal)).map(movedBy(startMs));
    if (!(await keepPiece(deps, pieces, { index, stretches }))) return false;
  }
  return true;
}
