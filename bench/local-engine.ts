/**
 * Measures the local engine of a model in a folder: an hour of sound in chunks of a minute, and the memory of its
 * process. The reference is the library alone, in a process of its own. The stand-in model computes hardly anything,
 * so a real model makes the share of Escriba smaller.
 *
 *   node bench/local-engine.ts [--minutes 60] [--runs 3] [--tiny]
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { openFolderEngine } from '#server/adapters/speech/local/transducer/folder-engine.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { speakTones, standInModels } from '#tests/speech/tones.ts';
import { millisecondsOf, readSizes, report, summarise } from './harness.ts';
import { residentMegabytes } from './set-up/process-memory.ts';

const { minutes, runs } = readSizes({ full: { minutes: 60, runs: 3 }, tiny: { minutes: 2, runs: 1 } });
const run = promisify(execFile);
const threads = 1;
const bareProgram = fileURLToPath(new URL('set-up/bare-recognizer.ts', import.meta.url));

const sentence = ['Hoje a reunião é sobre o contrato do cliente.', 1_000] as const;
const minuteOfTones = speakTones(new Array(40).fill(sentence).flat()).pcm.subarray(0, 60 * 16_000);

await using folder = await temporaryFolder();
const path = join(folder.path, 'minute.raw');
await writeFile(path, minuteOfTones);

async function bareMs() {
  const { stdout } = await run(process.execPath, [bareProgram, path, String(minutes), String(threads)]);
  return Number(stdout);
}

const engine = openFolderEngine({ folder: standInModels, log: pino({ level: 'silent' }), threads });
const transcribe = (minute: number) =>
  engine.transcribe({
    pcm: minuteOfTones,
    startMs: minute * 60_000,
    language: 'pt',
    attempt: 'normal',
  });
const residentNow = () => residentMegabytes(engine.pid() ?? 0);
/** An idle process returns memory, so its first chunks take it again. */
const settledAt = Math.floor(minutes / 4);

async function round() {
  let settled = 0;
  const ms = await millisecondsOf(async () => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await transcribe(minute);
      if (minute === settledAt) settled = residentNow();
    }
  });
  return { ms, grownMegabytes: residentNow() - settled };
}

await transcribe(0);
const ours: number[] = [];
const bare: number[] = [];
const grown: number[] = [];
for (let nth = 0; nth <= runs; nth += 1) {
  const alone = await bareMs();
  const { ms, grownMegabytes } = await round();
  if (nth === 0) continue;
  bare.push(alone / 1_000);
  ours.push(ms / 1_000);
  grown.push(grownMegabytes);
}
await engine.close();

await report(import.meta.filename, [
  {
    what: `${minutes} min of sound in chunks of a minute, stand-in model`,
    unit: 's',
    ours: summarise(ours),
    reference: { what: 'the library alone', figures: summarise(bare) },
    goal: { atMost: 1.1, of: 'ratio' },
  },
  {
    what: `memory that the process gains in the last three quarters`,
    unit: 'MB',
    ours: summarise(grown),
    goal: { atMost: 16 },
  },
]);
