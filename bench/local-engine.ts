/**
 * An hour through the whole product with a local model of three megabytes, against the same library given the whole
 * hour at once by a bare script. The model's own work is next to nothing, so that what is compared is what we add:
 * the way to the library, the cutting into pieces, the process of its own.
 *
 *   node bench/local-engine.ts [--minutes 60] [--runs 2] [--tiny]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelPaths } from '#server/adapters/speech/local/model-files.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { readSizes, report, summarise } from './harness.ts';
import { makeLecture } from './set-up/large-recordings.ts';
import { startSignedInProduct, transcribeFile } from './set-up/signed-in-product.ts';
import { tinyModel, tinyModelContent } from './set-up/tiny-model.ts';

const { minutes, runs } = readSizes({ usual: { minutes: 60, runs: 2 }, tiny: { minutes: 1, runs: 1 } });

await using folder = await temporaryFolder();
const recording = await makeLecture(join(folder.path, 'hora.mp3'), { minutes });

const entry = fileURLToPath(new URL('set-up/product-with-tiny-model.ts', import.meta.url));
await using signedIn = await startSignedInProduct(
  { SPEECH_MODEL: `local:${tinyModel.name}` },
  { command: [process.execPath, entry] },
);
const { place } = signedIn;
const model = modelPaths(place.dataDir, tinyModel);
await mkdir(model.folder, { recursive: true });
await writeFile(model.path, tinyModelContent);

async function secondsOf(work: () => Promise<unknown>) {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

/** Seconds from a model that is there to the text. */
async function bareScript(path: string) {
  const child = fork(new URL('set-up/bare-whisper.ts', import.meta.url), [model.path, path], {
    // The library tells what it loads.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await once(child, 'message');
  return secondsOf(async () => {
    child.send('begin');
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the bare script ended with ${code}`);
  });
}

const ours: number[] = [];
const bare: number[] = [];
// Loads the model and fills the disk's caches.
const short = await makeLecture(join(folder.path, 'minuto.mp3'), { minutes: 1 });
await bareScript(short);
await transcribeFile(signedIn, short);
for (let round = 0; round < runs; round += 1) {
  bare.push(await bareScript(recording));
  ours.push(await secondsOf(() => transcribeFile(signedIn, recording)));
}
await report(import.meta.filename, [
  {
    what: `${minutes} min of MP3 with a local model, upload to text`,
    unit: 's',
    ours: summarise(ours),
    reference: { what: 'ffmpeg and the library in a bare script', figures: summarise(bare) },
    goal: { atMost: 1.1, of: 'ratio' },
  },
]);
