/**
 * Measures an hour of nine thousand words, from upload to finished text. For an engine that answers immediately, the
 * reference is ffmpeg's decoding alone. For an engine that handles eight calls in parallel and needs a second per
 * minute, it is the engine's own time.
 *
 *   node bench/pipeline.ts [--minutes 60] [--runs 3] [--tiny]
 */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { type Comparison, readSizes, report, summarise } from './harness.ts';
import { engineAtOnce, startInstantEngine } from './set-up/instant-speech-server.ts';
import { makeLecture } from './set-up/large-recordings.ts';
import { startSignedInProduct, transcribeFile } from './set-up/signed-in-product.ts';

const { minutes, runs } = readSizes({ full: { minutes: 60, runs: 3 }, tiny: { minutes: 1, runs: 1 } });
const run = promisify(execFile);
const engineSecondsPerMinute = 1;

await using folder = await temporaryFolder();

const files = {
  MP3: await makeLecture(join(folder.path, 'hora.mp3'), { minutes }),
  MP4: await makeLecture(join(folder.path, 'hora.mp4'), { minutes, picture: true }),
};

async function secondsOf(work: () => Promise<unknown>) {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

const megabytesOf = async (path: string) => Math.round((await stat(path)).size / 1_048_576);

const decodeAlone = (path: string) =>
  secondsOf(() =>
    run('ffmpeg', [
      '-v',
      'error',
      '-nostdin',
      '-y',
      '-i',
      path,
      '-vn',
      '-ac',
      '1',
      '-ar',
      '16000',
      '-f',
      's16le',
      '/dev/null',
    ]),
  );

const comparisons: Comparison[] = [];
{
  using engine = await startInstantEngine();
  await using signedIn = await startSignedInProduct(engine.environment);
  for (const [kind, path] of Object.entries(files)) {
    const ours: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round <= runs; round += 1) {
      const decoded = await decodeAlone(path);
      const seconds = await secondsOf(() => transcribeFile(signedIn, path));
      if (round === 0) continue;
      alone.push(decoded);
      ours.push(seconds);
    }
    comparisons.push({
      what: `${minutes} min of ${kind} (${await megabytesOf(path)} MB), upload to text, instant engine`,
      unit: 's',
      ours: summarise(ours),
      reference: { what: 'ffmpeg decodes only', figures: summarise(alone) },
      goal: { atMost: 1.5, of: 'ratio' },
    });
  }
}
{
  using engine = await startInstantEngine({ secondsPerMinute: engineSecondsPerMinute });
  await using signedIn = await startSignedInProduct(engine.environment);
  const ours: number[] = [];
  for (let round = 0; round < runs; round += 1)
    ours.push(await secondsOf(() => transcribeFile(signedIn, files.MP3)));
  comparisons.push({
    what: `${minutes} min of MP3, engine of ${engineSecondsPerMinute} s a minute, ${engineAtOnce} at once`,
    unit: 's',
    ours: summarise(ours),
    reference: {
      what: 'the engine’s own seconds',
      figures: summarise([(minutes * engineSecondsPerMinute) / engineAtOnce]),
    },
    goal: { atMost: 1.2, of: 'ratio' },
  });
}
await report(import.meta.filename, comparisons);
