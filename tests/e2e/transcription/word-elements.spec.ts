import type { Page } from '@playwright/test';
import { madeSpeech } from '#tests/helpers/made-speech.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';
import { expectSpokenWordInView } from '../fixtures/spoken-word.ts';

type Segments = Awaited<ReturnType<Awaited<ReturnType<typeof heardTranscript>>['read']>>['segments'];

const test = base.extend<{ segments: Segments }>({
  segments: async ({ signedIn: page, product }, use) => {
    const { jobId, read } = await heardTranscript(page, product, madeSpeech({ sentences: 60, words: 20 }));
    await page.goto(paths.transcription(jobId));
    await expect(page.locator('[data-segment="0"] [data-word]')).toHaveCount(20);
    await use((await read()).segments);
  },
});

const row = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`);

/** Scrolls to the end, and returns what `seen` says of the last row when it appears. */
const appearing = (page: Page, id: number, seen: string) =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const text = document.querySelector('[data-segment="${id}"] [data-text]');
      if (text === null) return;
      observer.disconnect();
      resolve((${seen})(text));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    scrollTo(0, document.documentElement.scrollHeight);
  })`);

test('a row that appears while the text scrolls is plain text, and its words can be marked when it rests', async ({
  signedIn: page,
  segments,
}) => {
  const last = segments.at(-1)?.id ?? 0;
  await expect(row(page, last)).toHaveCount(0);
  const elements = await appearing(page, last, '(text) => text.childElementCount');
  expect(elements).toBe(0);
  await expect(row(page, last).locator('[data-word]')).toHaveCount(20);

  await row(page, last).locator('[data-word="3"]').click();
  await expectSpokenWordInView(page, segments);
  await page.keyboard.press('k');
  // The row of the spoken word leaves the list and comes back, and its word is marked again without a sound.
  await page.evaluate('scrollTo(0, 0)');
  await expect(row(page, last)).toHaveCount(0);
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await expect(row(page, last).locator('[data-word][data-spoken]')).toHaveCount(1);
});

test('a selection in a row survives, and a click on the plain text plays the word under the pointer', async ({
  signedIn: page,
  segments,
}) => {
  const segment = segments.at(-1);
  if (segment?.words === undefined) throw new Error('the engine returned no words');
  const select = '(text) => { getSelection().selectAllChildren(text); }';
  await appearing(page, segment.id, select);
  // A paragraph above the selected one.
  const before = segments.at(-8)?.id ?? 0;
  await expect(row(page, before).locator('[data-word]')).toHaveCount(20);
  expect(await page.evaluate('getSelection().toString()')).toBe(segment.text);
  await expect(row(page, segment.id).locator('[data-word]')).toHaveCount(0);

  const at = segment.text.indexOf(' ', 20) + 1;
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const [node] = document.querySelector('[data-segment="${segment.id}"] [data-text]').childNodes;
    const range = document.createRange();
    range.setStart(node, ${at});
    range.setEnd(node, ${at + 1});
    const { left, top, height, width } = range.getBoundingClientRect();
    return { x: left + width / 4, y: top + height / 2 };
  })()`);
  // The first click only ends the selection.
  await page.mouse.click(x, y);
  await expect.poll(() => page.evaluate('getSelection().toString()')).toBe('');
  await page.mouse.click(x, y);
  const word = segment.words[segment.text.slice(0, at).trim().split(' ').length];
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('audio').currentTime * 1_000"))
    .toBeGreaterThanOrEqual(word?.start_ms ?? Number.POSITIVE_INFINITY);
  await expectSpokenWordInView(page, segments);
});
