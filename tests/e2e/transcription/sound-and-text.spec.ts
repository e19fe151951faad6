import type { Page } from '@playwright/test';
import { summarise } from '#tests/helpers/heard-sentences.ts';
import { isLong } from '#tests/helpers/is-long.ts';
import { madeSpeech } from '#tests/helpers/made-speech.ts';
import { whyUncovered } from '#tests/helpers/spoken-word.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';
import { expectSpokenWordInView } from '../fixtures/spoken-word.ts';
import { showTab } from '../fixtures/summary-tab.ts';

type Recording = { url: string; segments: Awaited<ReturnType<Heard['read']>>['segments'] };
type Heard = Awaited<ReturnType<typeof heardTranscript>>;

/** A recording of three minutes with a summary that cites its moments. */
const test = base.extend<{ recording: Recording }>({
  recording: async ({ signedIn: page, product }, use) => {
    const { jobId, token, read } = await heardTranscript(
      page,
      product,
      madeSpeech({ sentences: 60, words: 20 }),
    );
    await summarise(product, token, jobId);
    await use({ url: paths.transcription(jobId), segments: (await read()).segments });
  },
});

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const player = (page: Page) => page.getByRole('region', { name: 'Ouvir a gravação' });
const slider = (page: Page) => player(page).getByRole('slider', { name: 'Posição na gravação' });
const firstMomentFault = `(${whyUncovered})(document.querySelector('button.summary-moment'))`;
const moments = (page: Page) => page.locator('button.summary-moment');
const wayBack = (page: Page) => page.getByRole('button', { name: 'Voltar ao trecho que toca' });
const search = (page: Page) => page.getByRole('search', { name: 'Localizar no texto' });

const currentTime = (page: Page) => page.evaluate<number>("document.querySelector('audio').currentTime");
const isPaused = (page: Page) => page.evaluate<boolean>("document.querySelector('audio').paused");
const scrolledPx = (page: Page) => page.evaluate<number>('scrollY');

async function open(page: Page, { url }: Recording) {
  await page.goto(url);
  await expect(text(page)).toBeVisible();
  await expect(slider(page)).toBeVisible();
  await expect(moments(page).last()).toBeAttached();
}

/** Leaves the text at a match near its end. */
async function searchAndClose(page: Page) {
  await page.keyboard.press('Control+f');
  await expect(search(page).getByLabel('Localizar', { exact: true })).toBeFocused();
  await page.keyboard.type('ônibus');
  await expect(search(page).getByRole('status')).toHaveText(/^\d+ de \d+$/);
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
}

async function scrollByWheel(page: Page, px: number) {
  const before = await scrolledPx(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.wheel(0, px);
  await expect.poll(() => scrolledPx(page)).not.toBe(before);
}

async function pause(page: Page) {
  if (!(await isPaused(page))) await page.keyboard.press('k');
  await expect.poll(() => isPaused(page)).toBe(true);
}

test('every way to start the sound brings the text along, at the widths of phone and desktop', {
  tag: '@always',
}, async ({ signedIn: page, recording }) => {
  const expectInView = () => expectSpokenWordInView(page, recording.segments);
  // Each width needs four seconds of processor time.
  for (const size of isLong ? sizes : sizes.filter(({ width }) => width === 360 || width === 1440))
    await test.step(`at ${size.width}×${size.height}`, async () => {
      await page.setViewportSize(size);
      await open(page, recording);

      await searchAndClose(page);
      const moment = moments(page).first();
      const momentMs = Number(await moment.getAttribute('data-moment'));
      await showTab(page, 'Resumo');
      await moment.click();
      await expect.poll(() => currentTime(page)).toBeGreaterThanOrEqual(momentMs / 1_000);
      await showTab(page, 'Texto');
      await expectInView();

      await searchAndClose(page);
      const line = (await slider(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(line.x + line.width * 0.4, line.y + line.height / 2);
      await expect.poll(() => currentTime(page)).toBeGreaterThan(60);
      await expectInView();

      await searchAndClose(page);
      const time = text(page)
        .getByRole('button', { name: /^Ouvir a partir de/ })
        .first();
      await time.click();
      await expectInView();

      await pause(page);
      await page.keyboard.press('Home');
      await expectInView();
      await scrollByWheel(page, 420);
      await page.keyboard.press('k');
      await expectInView();
      for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('l');
      await expect.poll(() => currentTime(page)).toBeGreaterThan(30);
      await expectInView();
      await page.keyboard.press('End');
      await expectInView();
      await page.keyboard.press('Home');
      await expect.poll(() => currentTime(page)).toBeLessThan(5);
      await expectInView();
    });
});

test('while the sound plays, the waveform changes only at each pixel', async ({
  signedIn: page,
  recording,
}) => {
  await open(page, recording);
  await page.evaluate(`
    window.changes = 0;
    const waveform = document.querySelector('.waveform-place').parentElement;
    new MutationObserver(() => { window.changes += 1; })
      .observe(waveform, { attributes: true, attributeFilter: ['style'] });
  `);
  await page.keyboard.press('k');
  await expect.poll(() => currentTime(page)).toBeGreaterThan(3);
  await pause(page);
  const changes = await page.evaluate<number>('window.changes');
  const { width } = (await slider(page).boundingBox()) ?? { width: 0 };
  const durationSeconds = await page.evaluate<number>("document.querySelector('audio').duration");
  const passedPx = (width * (await currentTime(page))) / durationSeconds;
  expect(changes).toBeGreaterThan(passedPx / 2);
  // The waveform also draws at the start, at the pause, and when its width changes.
  expect(changes).toBeLessThan(passedPx + 8);
});

/** Expects that the whole bar is in the window, with the height of the design. */
async function expectWholePlayer(page: Page) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const box = (await player(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const isInWindow =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      return { isInWindow, height: box.height };
    })
    .toEqual({ isInWindow: true, height: width < 640 ? 68 : 64 });
}

test('the player is one low bar on every part of the page, also with its offer to resume and at 200 % zoom', async ({
  signedIn: page,
  recording,
}) => {
  await open(page, recording);
  await text(page)
    .getByRole('button', { name: /^Ouvir a partir de/ })
    .nth(2)
    .click();
  await expect.poll(() => currentTime(page)).toBeGreaterThan(7);
  await pause(page);
  // The browser zooms by making the window smaller: 1440×900 at 200 %.
  for (const size of [...sizes, { width: 720, height: 450 }]) {
    await page.setViewportSize(size);
    await open(page, recording);
    await expect(player(page).getByText(/^Você parou em /)).toBeVisible();
    await expectWholePlayer(page);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight / 2)');
    await expectWholePlayer(page);
    await showTab(page, 'Resumo');
    await moments(page).first().scrollIntoViewIfNeeded();
    await expectWholePlayer(page);
    await expect.poll(() => page.evaluate(firstMomentFault)).toBeUndefined();
  }
});

async function openAndPlay(page: Page, recording: Recording) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, recording);
  await page.keyboard.press('k');
  await expectSpokenWordInView(page, recording.segments);
}

test('scrolling by the person stops the text, and the next key after a closed search brings it along', async ({
  signedIn: page,
  recording,
}) => {
  await openAndPlay(page, recording);
  await scrollByWheel(page, 2_000);
  await expect(wayBack(page)).toBeVisible();
  const scrolledAt = await currentTime(page);
  // The wheel scrolls on for a moment.
  await expect.poll(() => currentTime(page)).toBeGreaterThan(scrolledAt + 0.5);
  const stoodAt = await scrolledPx(page);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(scrolledAt + 2);
  expect(await scrolledPx(page)).toBe(stoodAt);
  await wayBack(page).click();
  await expectSpokenWordInView(page, recording.segments);
  await expect(wayBack(page)).toBeHidden();

  await pause(page);
  await searchAndClose(page);
  await expect(wayBack(page)).toBeHidden();
  await page.keyboard.press('l');
  await expectSpokenWordInView(page, recording.segments);
});

test('the sound leaves the focus and the scroll of the summary alone', async ({
  signedIn: page,
  recording,
}) => {
  await openAndPlay(page, recording);
  const last = moments(page).last();
  await last.focus();
  const reachedAt = await currentTime(page);
  await expect.poll(() => currentTime(page)).toBeGreaterThan(reachedAt + 2);
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});
