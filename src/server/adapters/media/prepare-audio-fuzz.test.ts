import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '#tests/helpers/long-tests.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { amrFile, dsfFile } from '#tests/media/hand-made.ts';
import { type FormatName, formatNames, makeFormats, writeTones } from '#tests/media/make-media.ts';
import { mutate, randomFrom } from '#tests/media/mutate.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { MediaError } from './media-error.ts';
import { prepareAudio } from './prepare-audio.ts';
import { probeMedia } from './probe.ts';

/** Files that ffmpeg cannot encode here, so that their parsers get damage too. */
const handMade = {
  'speech.amr': amrFile([{ frames: 250, sound: 'speech' }]),
  'wide.amr': amrFile([{ frames: 250, sound: 'speech' }], { wide: true }),
  'tones.dsf': dsfFile(1),
};
const names = [...formatNames, ...(Object.keys(handMade) as (keyof typeof handMade)[])];

/** With 300 files for each format, as FUZZ_FILES=300 asks, the test takes over an hour on two cores. */
const asked = Number(process.env.FUZZ_FILES ?? (isLong ? 20 : 0));
/** The default run damages one file of every seventh format. */
const chosen = asked > 0 ? names : names.filter((_name, at) => at % 7 === 0);
const perFormat = Math.max(1, asked);
const mutations = chosen.length * perFormat;
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

async function originalsIn(folder: string): Promise<Map<string, Buffer>> {
  const encoded = chosen.filter((name) => !(name in handMade)) as FormatName[];
  const paths = await makeFormats(folder, encoded);
  const read = paths.map(async (path, at) => [encoded[at] ?? '', await readFile(path)] as const);
  return new Map([...Object.entries(handMade), ...(await Promise.all(read))]);
}

test(`prepareAudio decodes or refuses ${mutations} damaged files without hanging or leaving a process`, {
  timeout: 120_000 + mutations * 1_000,
}, async () => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  const originals = await originalsIn(folder.path);
  const outcomes: Outcome[] = [];
  for (const name of chosen) {
    const original = originals.get(name) ?? Buffer.alloc(0);
    const seeds = Array.from({ length: perFormat }, (_, at) => names.indexOf(name) * perFormat + at).values();
    // All lanes share one iterator, so each takes the next seed.
    const work = async () => {
      for (const seed of seeds) {
        const path = join(folder.path, `mutant-${seed}`);
        const out = `${path}-out`;
        await mkdir(out);
        await writeFile(path, mutate(original, randomFrom(seed)));
        const began = performance.now();
        const outcome = await outcomeOf(path, out);
        outcomes.push({ name: `${name} ${seed}`, outcome, tookMs: performance.now() - began });
        await Promise.all([path, out].map((written) => rm(written, { recursive: true })));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
  }
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
