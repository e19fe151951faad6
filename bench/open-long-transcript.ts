/**
 * Opens a transcript of three hours (30,000 words) in Chromium. Measures the time until Chromium paints the
 * first words, and the longest task while it scrolls to the end. The reference is a nearly empty page of the
 * product.
 */
import type { BrowserContext } from '@playwright/test';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { isTiny, readSizes, report, type Summary, summarise } from './harness.ts';
import { longestWheelTaskMs, openBrowser, signedInContext, timeToElement } from './set-up/browser-timing.ts';
import { longText, wordsASegment } from './set-up/long-text.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { words, runs, wheelTurns } = readSizes({
  full: { words: 30_000, runs: 5, wheelTurns: 150 },
  tiny: { words: 600, runs: 1, wheelTurns: 5 },
});
const wheelPx = 1_200;

type Sample = { textMs: number; taskMs: number };

type Target = { path: string; selector: string; last?: string };

async function sample(context: BrowserContext, { path, selector, last }: Target): Promise<Sample> {
  const page = await context.newPage();
  const textMs = await timeToElement(page, path, selector);
  const taskMs = await longestWheelTaskMs(page, selector, { turns: wheelTurns, wheelPx });
  // Verify that the scrolling reached the end.
  if (last !== undefined && !isTiny) await page.locator(last).waitFor({ timeout: 1_000 });
  await page.close();
  return { textMs, taskMs };
}

async function samplesOf(context: BrowserContext, target: Target) {
  const samples: Sample[] = [];
  // The first run fills the browser's cache and does not count.
  for (let run = 0; run <= runs; run += 1) samples.push(await sample(context, target));
  const counted = samples.slice(1);
  const figuresOf = (name: keyof Sample): Summary => summarise(counted.map((each) => each[name]));
  return { text: figuresOf('textMs'), task: figuresOf('taskMs') };
}

await using opened = await startSignedInProduct();
const { instance, user } = opened;
const database = await openProductDatabase(instance);
const id = await insertTranscription(database, { userId: user.userId, segments: longText(words) });
await database.close();

await using browser = await openBrowser();
const context = await signedInContext(browser, { url: instance.url, account: user.account });
const empty = await samplesOf(context, { path: '/dashboard/nada', selector: 'main h1' });
const long = await samplesOf(context, {
  path: `/dashboard/transcricoes/${id}`,
  selector: '[data-text]',
  last: `[data-segment="${words / wordsASegment - 1}"]`,
});

await report(import.meta.filename, [
  {
    what: 'navigation to the first words of 30,000',
    unit: 'ms',
    ours: long.text,
    reference: { what: 'to the heading of an empty page', figures: empty.text },
    goal: { atMost: 1_000 },
  },
  {
    what: 'longest task while scrolling through them',
    unit: 'ms',
    ours: long.task,
    reference: { what: 'on an empty page', figures: empty.task },
    goal: { atMost: 50 },
  },
]);
