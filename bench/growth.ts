/**
 * Whether the product grows slower as an installation fills up: a job while ever more wait behind it; and, while ever more
 * of other people's transcriptions lie beside them, a recording from its upload to its text and the list of somebody with
 * a thousand.
 *
 *   node bench/growth.ts [--small 10000] [--middle 100000] [--large 1000000] [--jobs 2000] [--runs 3] [--tiny]
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListQuerySchema } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import { recordingOf } from '#tests/recordings.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import {
  type Comparison,
  isTiny,
  measure,
  millisecondsOf,
  readSizes,
  report,
  type Summary,
} from './harness.ts';
import { fillLibrary, insertOtherUsers, openLibraryDatabase } from './set-up/library-database.ts';
import { openQueueDatabase } from './set-up/queue-database.ts';
import { startSignedInProduct, transcribeFile } from './set-up/signed-in-product.ts';
import { startInstantEngine } from './set-up/start-instant-speech-server.ts';

const { small, middle, large, jobs, own, calls, recordings, runs } = readSizes({
  usual: {
    small: 10_000,
    middle: 100_000,
    large: 1_000_000,
    jobs: 2_000,
    own: 1_000,
    calls: 60,
    recordings: 30,
    runs: 3,
  },
  tiny: { small: 60, middle: 120, large: 240, jobs: 10, own: 20, calls: 3, recordings: 2, runs: 1 },
});
const sizes = [small, middle, large];
const word = (rows: number) => new Intl.NumberFormat('en').format(rows);

type AtSize = { rows: number; took: Summary };

function compared(what: string, at: readonly AtSize[]): Comparison[] {
  const [first, ...others] = at;
  if (first === undefined) throw new Error(`${what} was not measured`);
  return others.map(({ rows, took }) => ({
    what: `${what}, ${word(rows)} rows`,
    unit: 'ms',
    ours: took,
    reference: { what: `at ${word(first.rows)}`, figures: first.took },
    goal: { atMost: 1.3, of: 'ratio' },
  }));
}

async function jobsAtEachSize(): Promise<AtSize[]> {
  await using place = await openQueueDatabase();
  const at: AtSize[] = [];
  for (const rows of sizes) {
    const took = await measure({ runs, warmUps: isTiny ? 0 : 1 }, async () => {
      // What the last run took away, and at first all that is missing.
      await place.put(rows - (await place.left()));
      return ((await place.secondsFor(jobs, { kind: 'ours', workers: 1 })) * 1_000) / jobs;
    });
    at.push({ rows, took });
  }
  return at;
}

async function librariesAtEachSize() {
  await using place = await openLibraryDatabase();
  using engine = await startInstantEngine();
  await using signedIn = await startSignedInProduct({ ...engine.environment, DATABASE_URL: place.url });
  await using folder = await temporaryFolder();
  const recording = join(folder.path, 'segundo.mp3');
  await writeFile(recording, await recordingOf(1));
  const { userId } = await place.person();
  await insertOtherUsers(place);
  const actor = { userId } as Actor;
  const now = () => new Date('2026-11-21T12:00:00Z');
  const list = (asked: Record<string, unknown>) =>
    listTranscriptions({ db: place.db, now }, actor, ListQuerySchema.parse(asked));

  await fillLibrary(place, { from: 1, to: own, every: 1, userId });
  const [pages, searches, heard]: [AtSize[], AtSize[], AtSize[]] = [[], [], []];
  let filled = own;
  for (const rows of sizes) {
    await fillLibrary(place, { from: filled + 1, to: rows, every: 0, userId });
    filled = rows;
    const call = (asked: Record<string, unknown>) =>
      measure({ runs: calls, warmUps: calls }, () => millisecondsOf(() => list(asked)));
    pages.push({ rows, took: await call({}) });
    searches.push({ rows, took: await call({ q: 'sao paulo' }) });
    const hear = () => millisecondsOf(() => transcribeFile(signedIn, recording));
    heard.push({ rows, took: await measure({ runs: recordings, warmUps: recordings }, hear) });
  }
  return { pages, searches, heard };
}

const atEachSize = await jobsAtEachSize();
const { pages, searches, heard } = await librariesAtEachSize();
await report(import.meta.filename, [
  ...compared('one job of the queue, among waiting ones', atEachSize),
  ...compared('a recording of a second, upload to text', heard),
  ...compared(`first page of somebody with ${word(own)}`, pages),
  ...compared(`a search by name of somebody with ${word(own)}`, searches),
]);
