import type { Page } from '@playwright/test';
import { readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { wavFile } from '#tests/speech/sandbox-speech.ts';
import { type SpokenWord, speakTones, standInModels } from '#tests/speech/tones.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';
import { startProductProcess } from '../fixtures/product-process.ts';
import { signInAt } from '../fixtures/sign-in-at.ts';

/** The engine of this product returns the time of each word. */
const test = base.extend<object, { ownProduct: Awaited<ReturnType<typeof startProductProcess>> }>({
  ownProduct: [
    async ({ browserName: _ }, use) => {
      const product = await startProductProcess({ environment: { SPEECH_MODEL: `local:${standInModels}` } });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: async ({ ownProduct }, use) => use(ownProduct.url),
});

const longestErrorMs = 150;
/** The mark follows the sound by a frame of the page, and on a busy machine by several. */
const longestLagMs = 300;
const playedMs = 6_000;

const word = (page: Page, segment: number, at: number) =>
  page.locator(`[data-segment="${segment}"] [data-word="${at}"]`);

/** Plays for some seconds, and returns each frame's position with the marked word. */
const watchMarks = (page: Page) =>
  page.evaluate<{ ms: number; segment: number; word: number }[]>(`new Promise((resolve) => {
    const audio = document.querySelector('audio');
    const samples = [];
    const endMs = audio.currentTime * 1_000 + ${playedMs};
    const look = () => {
      const marked = document.querySelector('[data-word][data-spoken]');
      const ms = audio.currentTime * 1_000;
      if (marked !== null) samples.push({
        ms,
        segment: Number(marked.closest('[data-segment]').getAttribute('data-segment')),
        word: Number(marked.getAttribute('data-word')),
      });
      if (ms < endMs) requestAnimationFrame(look);
      else resolve(samples);
    };
    look();
    void audio.play();
  })`);

test('a click on a word moves the player to it, and the text marks the word that plays', async ({
  page,
  ownProduct,
}) => {
  const sentences = Array.from(
    { length: 8 },
    (_, at) => `Hoje a reunião é sobre o contrato ${at} do cliente.`,
  );
  const said = speakTones([400, ...sentences.flatMap((sentence) => [sentence, 1_500])]);
  const token = await signInAt(page, ownProduct);
  const sent = await sendFile(ownProduct, token, wavFile(said.pcm), 'tons.wav');
  const { jobId } = (await sent.json()) as { jobId: string };
  await expect
    .poll(async () => (await readJob(ownProduct, token, jobId)).status, { timeout: 30_000 })
    .toBe('completed');
  const { segments } = await readJob(ownProduct, token, jobId);
  expect(segments).toHaveLength(sentences.length);
  const wordsEach = said.words.length / sentences.length;
  const spoken = (segment: number, at: number) => said.words[segment * wordsEach + at] as SpokenWord;

  await page.goto(paths.transcription(jobId));
  await expect(word(page, 0, 0)).toBeVisible();
  await page.evaluate(`(() => {
    const audio = document.querySelector('audio');
    audio.addEventListener('seeking', () => { window.soughtMs = audio.currentTime * 1_000; });
  })()`);
  for (const [segment, at] of [
    [0, 3],
    [2, 0],
    [1, 5],
    [4, 2],
  ] as const) {
    await page.evaluate('void (window.soughtMs = undefined)');
    await word(page, segment, at).click();
    await expect.poll(() => page.evaluate('window.soughtMs')).toBeDefined();
    const soughtMs = await page.evaluate<number>('window.soughtMs');
    expect(Math.abs(soughtMs - spoken(segment, at).startMs)).toBeLessThanOrEqual(longestErrorMs);
    await page.evaluate("document.querySelector('audio').pause()");
  }

  await word(page, 0, 1).click();
  const samples = await watchMarks(page);
  const seen = new Set(samples.map((sample) => `${sample.segment}:${sample.word}`));
  expect(seen.size).toBeGreaterThan(5);
  for (const sample of samples) {
    const { startMs } = spoken(sample.segment, sample.word);
    const next = said.words[sample.segment * wordsEach + sample.word + 1];
    expect(sample.ms).toBeGreaterThanOrEqual(startMs - longestErrorMs);
    expect(sample.ms).toBeLessThanOrEqual((next?.startMs ?? said.durationMs) + longestLagMs);
  }
});
