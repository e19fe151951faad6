/**
 * Opens a transcript of three hours (30,000 words) in Chromium. Measures the time until Chromium paints the
 * first words, and the longest task while it scrolls to the end. The reference is a nearly empty page of the
 * product.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { seededRandom } from '#tests/seeded-random.ts';
import { insertTranscription, spokenSegments } from '#tests/stored-transcriptions.ts';
import { isTiny, readSizes, report, type Summary, summarise } from './harness.ts';
import { longestTaskMs, openBrowser, signedInContext, timeToElement } from './set-up/browser-timing.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { words, runs, wheelTurns } = readSizes({
  full: { words: 30_000, runs: 5, wheelTurns: 150 },
  tiny: { words: 600, runs: 1, wheelTurns: 5 },
});
const wordsASegment = 20;
const wheelPx = 1_200;
const frameMs = 16;

const vocabulary =
  'a o que de energia turma porque então quando trabalho pergunta também exemplo reação'.split(' ');

function threeHours() {
  const random = seededRandom(7);
  const sentences = Array.from({ length: words / wordsASegment }, () =>
    Array.from({ length: wordsASegment }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(
      ' ',
    ),
  );
  return spokenSegments(sentences);
}

type Sample = { textMs: number; taskMs: number };

type Target = { path: string; selector: string; last?: string };

async function sample(context: BrowserContext, { path, selector, last }: Target): Promise<Sample> {
  const page = await context.newPage();
  const textMs = await timeToElement(page, path, selector);
  await page.locator(selector).first().hover();
  const taskMs = await longestTaskMs(page, async () => {
    for (let turn = 0; turn < wheelTurns; turn += 1) {
      await page.mouse.wheel(0, turn % 50 === 24 ? -wheelPx * 20 : wheelPx);
      await delay(frameMs);
    }
  });
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
const id = await insertTranscription(database, { userId: user.userId, segments: threeHours() });
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
