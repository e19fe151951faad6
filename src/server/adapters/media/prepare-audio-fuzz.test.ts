import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '#tests/long-tests.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { formatNames, makeFormat, writeTones } from '#tests/media/make-media.ts';
import { mutate, randomFrom } from '#tests/media/mutate.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { MediaError } from './media-error.ts';
import { prepareAudio } from './prepare-audio.ts';
import { probeMedia } from './probe.ts';

const mutations = isLong ? 300 : 8;
const timeMs = 10_000;
const maxDurationSeconds = 120;
const concurrency = 2;

type Outcome = { name: string; outcome: string; tookMs: number };

/** Returns 'prepared' or the kind of the MediaError. Any other error fails the test. */
async function outcomeOf(path: string, folder: string): Promise<string> {
  try {
    const media = await probeMedia({ path, limits: { timeMs, maxDurationSeconds } });
    const made = await prepareAudio({ path, media, folder, limits: { timeMs, maxDurationSeconds } });
    expect(made.durationMs).toBeLessThanOrEqual(maxDurationSeconds * 1_000);
    expect((await readdir(folder)).length).toBe(2);
    return 'prepared';
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    expect(await readdir(folder)).toEqual([]);
    return error.kind;
  }
}

test(`prepareAudio decodes or refuses ${mutations} damaged files without hanging or leaving a process`, {
  timeout: isLong ? 600_000 : 120_000,
}, async () => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const names = formatNames.slice(0, mutations);
  const originals = await Promise.all(
    names.map(async (name) => readFile(await makeFormat(folder.path, name))),
  );
  const outcomes: Outcome[] = [];
  let next = 0;
  const work = async () => {
    while (next < mutations) {
      const seed = next;
      next += 1;
      const formatIndex = seed % names.length;
      const path = join(folder.path, `mutant-${seed}`);
      const out = `${path}-out`;
      await mkdir(out);
      await writeFile(path, mutate(originals[formatIndex] as Buffer, randomFrom(seed)));
      const began = performance.now();
      const outcome = await outcomeOf(path, out);
      outcomes.push({ name: `${names[formatIndex]} ${seed}`, outcome, tookMs: performance.now() - began });
      await Promise.all([path, out].map((written) => rm(written, { recursive: true })));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  expect(outcomes).toHaveLength(mutations);
  const ourFaults = ['took_too_long', 'disk_full', 'engine_missing'];
  expect(outcomes.filter(({ outcome }) => ourFaults.includes(outcome))).toEqual([]);
  expect(outcomes.filter(({ tookMs }) => tookMs > timeMs)).toEqual([]);
  // If prepareAudio refused all files, or none, the mutations would prove nothing.
  const prepared = outcomes.filter(({ outcome }) => outcome === 'prepared').length;
  expect(prepared).toBeGreaterThan(mutations / 10);
  expect(prepared).toBeLessThan(mutations);
  expect(await ffmpegProcesses()).toEqual([]);
});
