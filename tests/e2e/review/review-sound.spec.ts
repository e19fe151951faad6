import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptions, transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { editor, type Heard, isPaused, openHeard, playedMs, type World } from '../fixtures/doubtful-text.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { bar, checkedOf, decidedOf, holdSound, listen, start } from '../fixtures/reviewed-text.ts';

const heard: Heard[] = [
  ['Bom dia a todos'],
  ['Falou o senhor Kovalski, presidente', { 'Kovalski,': 0.1 }],
  ['Tudo certo por aqui'],
  ['Outro senhor kovalski chegou', { kovalski: 0.2 }],
  ['Ninguém foi contra'],
  ['Até a próxima'],
];

const rate = (page: Page) => page.evaluate<number>('document.querySelector("audio").playbackRate');
const chosenRate = (page: Page) =>
  page.evaluate<number>('document.querySelector("audio").defaultPlaybackRate');
const again = (page: Page) => bar(page).getByRole('button', { name: 'Ouvir de novo' });

/** Moves the last passage, which has the only doubt, to this place beside the end of the recording. */
async function openWithLastWord(
  world: World,
  { fromEndMs, toEndMs }: { fromEndMs: number; toEndMs: number },
) {
  const { page, db } = world;
  const review = await openHeard(world, [
    ['Bom dia a todos'],
    ['Tudo certo por aqui'],
    ['Acabou obrigado', { obrigado: 0.1 }],
  ]);
  const length = 'document.querySelector("audio").duration * 1000';
  await expect.poll(() => page.evaluate<number | null>(length)).toBeGreaterThan(0);
  const lengthMs = await page.evaluate<number>(length);
  const segments = (await review.read()).segments as StoredSegment[];
  const [startMs, endMs] = [lengthMs + fromEndMs, lengthMs + toEndMs];
  const moved = segments.map((segment) =>
    segment.id === 2
      ? {
          ...segment,
          start_ms: Math.min(segment.start_ms, startMs),
          end_ms: endMs,
          words: segment.words?.map((word) =>
            word.text === 'obrigado' ? { ...word, start_ms: startMs, end_ms: endMs } : word,
          ),
        }
      : segment,
  );
  await db
    .update(transcripts)
    .set({ segments: moved as StoredSegment[] })
    .where(eq(transcripts.transcriptionId, review.jobId));
  // The server may count up to a second more than the browser.
  await db
    .update(transcriptions)
    .set({ durationMs: Math.round(lengthMs) + 600 })
    .where(eq(transcriptions.id, review.jobId));
  await page.goto(review.url);
  await start(page, 1).click();
  await expect(editor(page, 2)).toBeFocused();
  return { ...review, lengthMs };
}

test('a jump by the controls of the browser is no hearing, and the next Enter plays the passage', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 2).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.evaluate('document.querySelector("audio").currentTime = 16');
  await expect.poll(() => rate(page)).toBe(1);
  expect(await isPaused(page)).toBe(false);
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Ouça o trecho até o fim');
  await expect.poll(() => playedMs(page)).toBeLessThan(6_000);
  expect(await checkedOf(page, review)).toEqual([]);
  await listen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
});

test('a pause in a passage keeps it and its speed', async ({ signedIn: page, product, db }) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 2).click();
  await expect.poll(() => playedMs(page)).toBeGreaterThan(4_300);
  await page.keyboard.press('Control+Space');
  await expect.poll(() => isPaused(page)).toBe(true);
  await page.keyboard.press('Control+Space');
  await listen(page);
  expect(await playedMs(page)).toBeLessThan(7_500);
  await page.keyboard.press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
});

test('a click behind the word during a pause is no hearing', async ({ signedIn: page, product, db }) => {
  const review = await openHeard({ page, product, db }, heard);
  const [, passage] = (await review.read()).segments as StoredSegment[];
  const word = passage?.words?.find(({ text }) => text === 'Kovalski,');
  const letGo = await holdSound(page);
  await start(page, 2).click();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(await playedMs(page)).toBeLessThan(word?.start_ms ?? 0);
  await page.waitForTimeout(3_000);
  const line = await page.getByLabel('Posição na gravação').boundingBox();
  const lengthMs = await page.evaluate<number>('document.querySelector("audio").duration * 1000');
  const part = ((word?.end_ms ?? 0) + 250) / lengthMs;
  await page.mouse.click(
    (line?.x ?? 0) + (line?.width ?? 0) * part,
    (line?.y ?? 0) + (line?.height ?? 0) / 2,
  );
  await expect.poll(() => playedMs(page)).toBeGreaterThan(word?.end_ms ?? Infinity);
  await letGo();
  await editor(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Ouça o trecho até o fim');
  await expect(bar(page)).toContainText('Kovalski,');
  expect(await checkedOf(page, review)).toEqual([]);
});

/** Where the sound was led to. */
async function watchSeeks(page: Page) {
  await page.evaluate(`(() => {
    window.seeks = [];
    const audio = document.querySelector('audio');
    audio.addEventListener('seeking', () => window.seeks.push(Math.round(audio.currentTime * 1000)));
  })()`);
  return () => page.evaluate<number | undefined>('window.seeks.splice(0).at(-1)');
}

test('a passage plays from the word before, each time again from earlier, and the next one from its word before', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  const words = ((await review.read()).segments as StoredSegment[]).flatMap((segment) => segment.words ?? []);
  const [kovalskiMs = 0, otherKovalskiMs = 0] = words
    .filter(({ text }) => /kovalski/i.test(text))
    .map((word) => word.start_ms);
  const lastSeek = await watchSeeks(page);
  await start(page, 2).click();
  // Each of the five words lasts 0.55 s.
  await expect.poll(lastSeek).toBe(kovalskiMs - 550);
  await listen(page);
  for (const fromMs of [1_000, 2_000, 4_000, 4_000].map((ms) => kovalskiMs - ms)) {
    await again(page).click();
    await expect.poll(lastSeek).toBe(fromMs);
    expect(await isPaused(page)).toBe(false);
  }
  // The sound of the first time counts as heard.
  await editor(page, 1).press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
  // Of the word before, which lasts longer, the last 0.6 s.
  await expect.poll(lastSeek).toBe(otherKovalskiMs - 600);
});

test('Ctrl+Enter plays the passage again, from its text and from the buttons', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  const segments = (await review.read()).segments as StoredSegment[];
  const words = segments.flatMap((segment) => segment.words ?? []);
  const kovalskiMs = words.find(({ text }) => /kovalski/i.test(text))?.start_ms ?? 0;
  const lastSeek = await watchSeeks(page);
  await start(page, 2).click();
  await listen(page);
  await editor(page, 1).press('Control+Enter');
  await expect.poll(lastSeek).toBe(kovalskiMs - 1_000);
  await bar(page).getByRole('button', { name: 'Certo' }).press('Control+Enter');
  await expect.poll(lastSeek).toBe(kovalskiMs - 2_000);
  expect(await checkedOf(page, review)).toEqual([]);
  expect(await editor(page, 1).textContent()).toBe(segments[1]?.text);
});

test('of a passage with a word corrected unheard, only the sound of the other word counts as heard', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, [
    ['Bom dia a todos'],
    ['Kovalski falou bem alto e depois saiu Zamenhof', { Kovalski: 0.1, Zamenhof: 0.2 }],
  ]);
  const letGo = await holdSound(page);
  await start(page, 1).click();
  await expect(editor(page, 1)).toBeFocused();
  await page.keyboard.type('Cowalski');
  await letGo();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Ouça o trecho até o fim');
  await listen(page);
  const confirmed = page.waitForRequest((request) => /"heard_ms"/.test(request.postData() ?? ''));
  await page.keyboard.press('Enter');
  const [, heardMs] = /"heard_ms":(\d+)/.exec((await confirmed).postData() ?? '') ?? [];
  // Of eight words, the last one and the one before have played.
  expect(Number(heardMs)).toBeLessThan(1_000);
  expect(Number(heardMs)).toBeGreaterThan(300);
});

test('Enter plays a stopped passage again', async ({ signedIn: page, product, db }) => {
  await openHeard({ page, product, db }, heard);
  await start(page, 2).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  for (const key of ['Enter', 'Shift+Enter']) {
    await page.keyboard.press('Control+Space');
    await expect.poll(() => isPaused(page)).toBe(true);
    await page.keyboard.press(key);
    await expect.poll(() => isPaused(page)).toBe(false);
    expect(await rate(page)).toBe(0.8);
  }
});

test('Enter plays a passage that the browser refused to play', async ({ signedIn: page, product, db }) => {
  await openHeard({ page, product, db }, heard);
  await page.evaluate(`{
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play;
      return Promise.reject(new DOMException('no press', 'NotAllowedError'));
    };
  }`);
  await start(page, 2).click();
  await expect(editor(page, 1)).toBeFocused();
  expect(await isPaused(page)).toBe(true);
  await page.keyboard.press('Enter');
  await listen(page);
});

test('a passage stays slow while the person chooses another speed, which holds afterwards', async ({
  signedIn: page,
  product,
  db,
}) => {
  await openHeard({ page, product, db }, heard);
  await start(page, 2).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await bar(page).getByRole('button', { name: 'Próxima dúvida' }).focus();
  await page.keyboard.press('>');
  expect([await rate(page), await chosenRate(page)]).toEqual([0.8, 0.8]);
  await listen(page);
  expect([await rate(page), await chosenRate(page)]).toEqual([1.25, 1.25]);
});

test('the last word counts as heard where the sound of the browser ends before it', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openWithLastWord({ page, product, db }, { fromEndMs: -800, toEndMs: 700 });
  await listen(page);
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Tudo conferido.');
  await expect.poll(() => checkedOf(page, review)).toEqual([2]);
});

test('a passage behind the end of the recording plays nothing, and the person decides about it', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openWithLastWord({ page, product, db }, { fromEndMs: 1_000, toEndMs: 2_000 });
  await expect(bar(page)).toContainText('A gravação termina antes deste trecho.');
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Tudo conferido.');
  await expect.poll(() => decidedOf(page, review)).toEqual({ heard: [], unheard: [2] });
  expect(await isPaused(page)).toBe(true);
  expect(await playedMs(page)).toBe(0);
});

test('a text from another tab needs another hearing', async ({
  signedIn: page,
  product,
  db,
  expectedNoise,
}) => {
  expectedNoise.push(/409 \(Conflict\)/);
  const review = await openHeard({ page, product, db }, heard);
  const other = await page.context().newPage();
  await other.goto(new URL(review.url, product.url).href);
  await page.bringToFront();
  await start(page, 2).click();
  await listen(page);

  await other.getByRole('button', { name: 'Editar texto' }).click();
  await editor(other, 1).fill('Falou outra pessoa e o senhor Kovalski, disse não');
  await expect(other.getByText('Tudo salvo')).toBeVisible();
  await page.bringToFront();
  // The refused save brings the other text.
  await editor(page, 2).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' mesmo');
  await expect(editor(page, 1)).toContainText('outra pessoa');
  await editor(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toContainText('Ouça o trecho até o fim');
  expect(await checkedOf(page, review)).toEqual([]);
  await listen(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
});

test('a correction of the person after the sound keeps the hearing, also once it is saved', async ({
  signedIn: page,
  product,
  db,
}) => {
  const review = await openHeard({ page, product, db }, heard);
  await start(page, 2).click();
  await listen(page);
  await page.keyboard.type('Kowalski,');
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.type(' eleito');
  await page.keyboard.press('Enter');
  await expect.poll(() => checkedOf(page, review)).toEqual([1]);
  await expect(again(page)).toBeVisible();
});
