/**
 * The transcript of three hours summarized through the whole product by a model that reads 8,192 tokens in one call: how
 * long it takes, and what the product's process has and grows by at its highest. The model is the sandbox's in this
 * process, which answers at once: what is measured is ours.
 */
import { startSandbox } from '#sandbox/start.ts';
import { longSpeech } from '#tests/long-speech.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { insertTranscript } from '#tests/stored-transcriptions.ts';
import { type Comparison, millisecondsOf, readSizes, report, summarise } from './harness.ts';
import { trackPeakMemory } from './set-up/process-memory.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { minutes, runs } = readSizes({ usual: { minutes: 180, runs: 5 }, tiny: { minutes: 5, runs: 1 } });

await using folder = await temporaryFolder();
const model = await startSandbox({
  httpPort: 0,
  smtpPort: 0,
  parts: ['language'],
  stateDir: folder.path,
});
await fetch(`${model.httpUrl}/language/behaviour`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ pauseMs: 0 }),
});
await using opened = await startSignedInProduct({
  SUMMARY_MODEL: 'compatible:sandbox-language',
  SUMMARY_BASE_URL: `${model.httpUrl}/language/v1`,
  SUMMARY_CONTEXT_TOKENS: '8192',
});
const { place, person, pid } = opened;
const database = await openProductDatabase(place);
const { segments, words } = longSpeech({ hours: minutes / 60 });
const id = await insertTranscript(database.db, { userId: person.userId, segments });
await database.close();

async function summarize() {
  const answer = await person.call('/summary/generate', {
    body: { jobId: id, customPrompt: 'Resuma em tópicos, com o que foi decidido.' },
  });
  if (!answer.ok) throw new Error(`no summary: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

const times: number[] = [];
const growths: number[] = [];
const peaks: number[] = [];
for (let run = 0; run <= runs; run += 1) {
  const memory = trackPeakMemory(pid);
  times.push(await millisecondsOf(summarize));
  const { before, growth } = memory.end();
  growths.push(growth);
  peaks.push(before + growth);
}
const [firstGrowth = 0, ...laterGrowths] = growths;
await model.close();

const count = new Intl.NumberFormat('en').format(words.length);
const comparisons: Comparison[] = [
  {
    what: `summary of ${minutes} min, ${count} words, 8k of context: from call to answer`,
    unit: 'ms',
    ours: summarise(times.slice(1)),
  },
  {
    what: 'growth of the product’s process with the first, the SDK’s own pages included',
    unit: 'MB',
    ours: summarise([firstGrowth]),
    goal: { atMost: 120 },
  },
  {
    what: 'growth with each later one',
    unit: 'MB',
    ours: summarise(laterGrowths),
    goal: { atMost: 40 },
  },
  { what: 'the whole process at its highest', unit: 'MB', ours: summarise(peaks) },
];
await report(import.meta.filename, comparisons);
