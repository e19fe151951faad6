/**
 * Opens a transcript of three hours (30,000 words) with 200 marks in Chromium. Measures the longest task while the list of
 * marks scrolls, and while the text does. The reference is the same text without marks.
 */
import type { BrowserContext } from '@playwright/test';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { marks } from '#server/adapters/db/schema/marks.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { readSizes, report, type Summary, summarise } from './harness.ts';
import { longestWheelTaskMs, openBrowser, signedInContext, timeToElement } from './set-up/browser-timing.ts';
import { longText } from './set-up/long-text.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { words, markCount, runs, wheelTurns } = readSizes({
  full: { words: 30_000, markCount: 200, runs: 5, wheelTurns: 100 },
  tiny: { words: 600, markCount: 10, runs: 1, wheelTurns: 5 },
});
const markedWords = 8;
const wheel = { turns: wheelTurns, wheelPx: 400 };

/** Eight words of a segment, from its fourth word on. */
function markIn({ id, text, words: heard = [] }: StoredSegment, at: number) {
  const found = [...text.matchAll(/\S+/g)].slice(3, 3 + markedWords);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) throw new Error('the segment is too short');
  const now = new Date();
  return {
    quote: text.slice(first.index, last.index + last[0].length),
    passage: id,
    offset: first.index,
    startMs: heard[3]?.start_ms ?? 0,
    endMs: heard[2 + markedWords]?.end_ms ?? 0,
    note: at % 3 === 0 ? 'Conferir com a ata da reunião anterior, e pedir a gravação inteira.' : '',
    createdAt: now,
    updatedAt: now,
  };
}

async function sample(context: BrowserContext, id: string, rows: number) {
  const page = await context.newPage();
  await timeToElement(page, `/dashboard/transcricoes/${id}`, '[data-text]');
  const textMs = await longestWheelTaskMs(page, '[data-text]', wheel);
  await page.getByRole('tab', { name: /^Trechos/ }).click();
  if (rows > 0) {
    const list = page.getByRole('list', { name: 'Trechos marcados' }).getByRole('listitem');
    await list.nth(rows - 1).waitFor({ state: 'attached' });
  }
  const listMs = await longestWheelTaskMs(page, '.side-panel', wheel);
  await page.close();
  return { textMs, listMs };
}

await using opened = await startSignedInProduct();
const { instance, user } = opened;
const database = await openProductDatabase(instance);
const segments = longText(words);
const [plain, marked] = [
  await insertTranscription(database, { userId: user.userId, segments }),
  await insertTranscription(database, { userId: user.userId, segments }),
];
const step = Math.floor(segments.length / markCount);
const placed = Array.from({ length: markCount }, (_, at) => markIn(segments[at * step] as StoredSegment, at));
await database.db
  .insert(marks)
  .values(placed.map((each) => ({ ...each, id: crypto.randomUUID(), transcriptionId: marked })));
await database.close();

await using browser = await openBrowser();
const context = await signedInContext(browser, { url: instance.url, account: user.account });
const samples: Record<'plain' | 'marked', { textMs: number; listMs: number }[]> = { plain: [], marked: [] };
// The first round fills the browser's cache and does not count.
for (let run = 0; run <= runs; run += 1) {
  samples.plain.push(await sample(context, plain, 0));
  samples.marked.push(await sample(context, marked, markCount));
}
const figuresOf = (which: keyof typeof samples, name: 'textMs' | 'listMs'): Summary =>
  summarise(samples[which].slice(1).map((each) => each[name]));

await report(import.meta.filename, [
  {
    what: `longest task while the list of ${markCount} marks scrolls`,
    unit: 'ms',
    ours: figuresOf('marked', 'listMs'),
    reference: { what: 'an empty list', figures: figuresOf('plain', 'listMs') },
    goal: { atMost: 50 },
  },
  {
    what: `longest task while a text with ${markCount} marks scrolls`,
    unit: 'ms',
    ours: figuresOf('marked', 'textMs'),
    reference: { what: 'the text without marks', figures: figuresOf('plain', 'textMs') },
    goal: { atMost: 50 },
  },
]);
