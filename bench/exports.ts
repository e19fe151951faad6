/**
 * Three hours of speech, 30,000 words, taken away through the whole product in each format; the cut into subtitles by
 * itself; and how long somebody else waits for a small answer while PDFs are made. Beside each file the same call for a
 * transcript of one sentence: what sign-in check, database and thread cost without the text.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { exportFormats } from '#contract/transcript.ts';
import { cutSubtitles } from '#server/features/exports/subtitles/cut-subtitles.ts';
import { toSrt } from '#server/features/exports/subtitles/formats.ts';
import { insertTranscript, spokenSegments } from '#tests/stored-transcriptions.ts';
import {
  type Comparison,
  measure,
  millisecondsOf,
  readSizes,
  report,
  seededRandom,
  summarise,
} from './harness.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { words, runs, subtitleRuns, warmUps } = readSizes({
  // All of it stays below the sixty files in five minutes of one person.
  usual: { words: 30_000, runs: 3, subtitleRuns: 20, warmUps: 10 },
  tiny: { words: 400, runs: 1, subtitleRuns: 2, warmUps: 1 },
});
const wordsText = new Intl.NumberFormat('en').format(words);
const wordsASegment = 20;
const goals = { srt: { atMost: 30 }, pdf: { atMost: 1_500 } } as const;
const pauseMs = 10;
const aloneMs = 1_500;

const vocabulary =
  'a o que de energia turma, porque então quando trabalho pergunta também exemplo. reação não está química para com uma'.split(
    ' ',
  );

function threeHours() {
  const random = seededRandom(7);
  const word = () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  return spokenSegments(
    Array.from({ length: words / wordsASegment }, () =>
      Array.from({ length: wordsASegment }, word).join(' '),
    ),
  );
}

const segments = threeHours();
const recordingMs = segments.at(-1)?.end_ms ?? 0;
const cut = await measure({ runs: subtitleRuns, warmUps }, () =>
  millisecondsOf(async () => toSrt(cutSubtitles(segments, { recordingMs, dashes: true }))),
);
const comparisons: Comparison[] = [
  { what: `SRT from ${wordsText} words, cut and written alone`, unit: 'ms', ours: cut, goal: goals.srt },
];

await using opened = await startSignedInProduct();
const { place, person } = opened;
const database = await openProductDatabase(place);
const { userId } = person;
const long = await insertTranscript(database.db, { userId, segments });
const short = await insertTranscript(database.db, { userId, segments: spokenSegments(['Bom dia.']) });
await database.close();

async function take(id: string, format: string) {
  const answer = await fetch(`${place.url}/api/transcribe/${id}/${format}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  if (!answer.ok) throw new Error(`no ${format}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

for (const format of exportFormats)
  comparisons.push({
    what: `${format.toUpperCase()} of ${wordsText} words, from call to last byte`,
    unit: 'ms',
    ours: await measure({ runs }, () => millisecondsOf(() => take(long, format))),
    reference: {
      what: 'of one sentence',
      figures: await measure({ runs }, () => millisecondsOf(() => take(short, format))),
    },
    ...(format in goals && { goal: goals[format as keyof typeof goals] }),
  });

/** What a small answer takes, asked again and again until the work is done. */
async function waitsDuring(work: Promise<unknown>) {
  const waits: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    waits.push(await millisecondsOf(() => fetch(`${place.url}/health/live`).then((answer) => answer.text())));
    await delay(pauseMs);
  }
  await done;
  return waits;
}

const alone = await waitsDuring(delay(aloneMs));
const beside = await waitsDuring(Promise.all(['pdf', 'pdf', 'docx'].map((format) => take(long, format))));
comparisons.push({
  what: 'longest wait for a small answer while two PDFs and a DOCX are made',
  unit: 'ms',
  ours: summarise([Math.max(...beside)]),
  reference: { what: 'while nothing is', figures: summarise([Math.max(...alone)]) },
  goal: { atMost: 100 },
});

await report(import.meta.filename, comparisons);
