import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { unprovedMark } from '#domain/evidence/unproved-mark.ts';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { transcriptionSummaries } from '#server/adapters/db/schema/summaries.ts';
import { transcriptions } from '#server/adapters/db/schema/transcriptions.ts';
import { whyUncovered } from '#tests/helpers/spoken-word.ts';
import { storeHearing } from '#tests/helpers/stored-hearing.ts';
import { ffmpegIn } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect, expectNoAxeViolations } from '../fixtures/fixtures.ts';
import { subscribe } from '../fixtures/subscriber.ts';
import { sendAndWait } from '../fixtures/transcription-api.ts';

const minutes = 58;
const momentCount = 20;

/** A quiet tone of 58 minutes, so that every moment of the hearing can play. */
async function longTone(): Promise<Buffer> {
  await using folder = await temporaryFolder({ fast: true });
  const tone = `sine=frequency=220:sample_rate=8000:duration=${minutes * 60}`;
  await ffmpegIn(folder.path, '-f', 'lavfi', '-i', tone, '-c:a', 'libmp3lame', '-b:a', '8k', 'tone.mp3');
  return readFile(`${folder.path}/tone.mp3`);
}

const clock = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;

/** Each sentence of the summary cites one segment, from the beginning of the hearing to its end. */
function cite(segments: readonly StoredSegment[]) {
  const cited = Array.from(
    { length: momentCount },
    (_, at) => segments[Math.floor(((at + 0.5) / momentCount) * segments.length)],
  ).filter((segment) => segment !== undefined);
  const sentences = cited.map(
    ({ start_ms }, at) => `- Frase ${at + 1} do resumo. [${clock(start_ms)}](#t=${start_ms / 1_000})`,
  );
  return { cited, text: [...sentences, `- A multa será paga. ${unprovedMark}`].join('\n') };
}

type Hearing = { url: string; cited: StoredSegment[] };

const test = base.extend<{ hasSound: boolean; hearing: Hearing }>({
  hasSound: [true, { option: true }],
  hearing: async ({ signedIn: page, product, db, account, hasSound }, use) => {
    // The free plan takes ten minutes a file.
    await subscribe(page);
    const id = await sendAndWait({ page, product, bytes: await longTone() });
    const { cited, text } = cite(await storeHearing(db, id, { turnSegments: 6 }));
    await db.insert(transcriptionSummaries).values({
      transcriptionId: id,
      userId: account.userId,
      prompt: 'Resuma.',
      status: 'done',
      text,
      model: 'um-modelo',
      isSandbox: false,
      covers: { from_ms: 0, to_ms: minutes * 60_000, duration_ms: minutes * 60_000, missing: [] },
    });
    if (!hasSound) await db.update(transcriptions).set({ audioType: null }).where(eq(transcriptions.id, id));
    await use({ url: paths.transcription(id), cited });
  },
});

const moments = (page: Page) => page.locator('button.summary-moment');
const segment = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`).first();
const sheet = (page: Page) => page.getByRole('region', { name: 'Trecho citado' });

async function open(page: Page, { url }: Hearing) {
  await page.goto(url);
  await expect(page.getByRole('region', { name: 'Texto da transcrição' })).toBeVisible();
  await expect(moments(page).last()).toBeAttached();
}

/** The distance of the paragraph from a third of the text's visible height, and whether the page could scroll on. */
const placeOf = (page: Page, id: number) =>
  page.evaluate<{ px: number; isAtEnd: boolean }>(`(() => {
    const row = document.querySelector('[data-segment="${id}"]')?.closest('.transcript-row');
    const top = document.querySelector('.transcript-header').getBoundingClientRect().bottom;
    const bottom = document.querySelector('[data-covers-text=bottom]').getBoundingClientRect().top;
    const { scrollHeight } = document.documentElement;
    return {
      px: (row?.getBoundingClientRect().top ?? Infinity) - top - (bottom - top) / 3,
      isAtEnd: scrollY < 1 || scrollY + innerHeight > scrollHeight - 1,
    };
  })()`);

test('each of 20 moments of an hour brings its paragraph to a third of the height and marks it once', async ({
  page,
  hearing,
}) => {
  // Twenty smooth scrolls.
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, hearing);
  const order = Array.from({ length: momentCount }, (_, at) => (at * 7) % momentCount);
  const distances: number[] = [];
  for (const at of order) {
    const { id = -1, start_ms = 0 } = hearing.cited[at] ?? {};
    await moments(page).nth(at).click();
    const row = page.locator('.transcript-row', { has: page.locator(`[data-segment="${id}"]`) });
    await expect(row).toHaveAttribute('data-shown');
    await expect(row).not.toHaveAttribute('data-shown');
    await expect(moments(page).nth(at)).toBeFocused();
    await expect(segment(page, id)).toHaveAttribute('data-spoken');
    const seconds = await page.evaluate<number>("document.querySelector('audio').currentTime");
    expect(seconds * 1_000).toBeGreaterThanOrEqual(start_ms - 100);
    const { px, isAtEnd } = await placeOf(page, id);
    if (!isAtEnd) distances.push(Math.abs(px));
  }
  expect(distances.length).toBeGreaterThanOrEqual(momentCount - 2);
  expect(Math.max(...distances), JSON.stringify(distances)).toBeLessThanOrEqual(40);
});

test('the sentence under the pointer or the focus tints its paragraph, without a task over 50 ms', async ({
  page,
  hearing,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, hearing);
  await moments(page).nth(9).click();
  const { id = -1 } = hearing.cited[9] ?? {};
  const row = page.locator('.transcript-row', { has: page.locator(`[data-segment="${id}"]`) });
  await expect(row).not.toHaveAttribute('data-shown');
  await page.keyboard.press('k');
  await page.mouse.move(700, 400);
  const sentence = page.locator('.summary-sentence').nth(9);
  await page.evaluate('document.activeElement.blur()');
  await expect(row).not.toHaveAttribute('data-cited');
  await page.evaluate(`globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });`);
  const scrolled = await page.evaluate('scrollY');
  await sentence.hover({ position: { x: 4, y: 4 } });
  await expect(row).toHaveAttribute('data-cited');
  for (let at = 5; at < 14; at += 1)
    await page
      .locator('.summary-sentence')
      .nth(at)
      .hover({ position: { x: 4, y: 4 } });
  await page.mouse.move(700, 400);
  await expect(page.locator('[data-cited]')).toHaveCount(0);
  await moments(page).nth(9).focus();
  await expect(row).toHaveAttribute('data-cited');
  expect(await page.evaluate('scrollY')).toBe(scrolled);
  expect(await page.evaluate('longTasks')).toEqual([]);
  // A sentence without proof has no passage.
  await expect(page.getByText('A multa será paga.').locator('.summary-sentence')).toHaveCount(0);
});

test('Enter on a moment plays and keeps the focus, and Shift+Enter moves it to the text', async ({
  page,
  hearing,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, hearing);
  const { id = -1 } = hearing.cited[12] ?? {};
  await moments(page).nth(12).focus();
  await page.keyboard.press('Enter');
  await expect(segment(page, id)).toHaveAttribute('data-spoken');
  await expect(moments(page).nth(12)).toBeFocused();
  const row = page.locator('.transcript-row', { has: page.locator(`[data-segment="${id}"]`) });
  // The list rendered the row after the focus had come to its sentence.
  await expect(row).toHaveAttribute('data-cited');
  await page.keyboard.press('Shift+Enter');
  await expect(row.getByRole('button', { name: /^Ouvir a partir de/ })).toBeFocused();
  await page.keyboard.press('r');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-row-stop]:focus')).toHaveCount(1);
});

test('a moment opens a collapsed text', async ({ page, hearing }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, hearing);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Recolher texto' }).click();
  const { id = -1 } = hearing.cited[12] ?? {};
  await moments(page).nth(12).click();
  await expect(page.getByRole('button', { name: 'Recolher texto' })).toBeAttached();
  await expect(segment(page, id)).toHaveAttribute('data-spoken');
  await expect.poll(async () => Math.abs((await placeOf(page, id)).px)).toBeLessThanOrEqual(40);
});

test.describe('without a sound', () => {
  test.use({ hasSound: false });

  test('a moment shows and marks its paragraph, and does not play', async ({ page, hearing }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, hearing);
    await page.getByRole('button', { name: 'Ver o trecho de' }).nth(12).click();
    const { id = -1 } = hearing.cited[12] ?? {};
    const row = page.locator('.transcript-row', { has: page.locator(`[data-segment="${id}"]`) });
    await expect(row).toHaveAttribute('data-shown');
    await expect(row).toBeInViewport();
    await expect(page.locator('audio')).toHaveCount(0);
    await page.keyboard.press('Shift+Enter');
    await expect(row).toBeFocused();
  });
});

test('on a phone a moment opens its paragraph in a sheet over the summary, which leads to the text', {
  tag: '@phone-too',
}, async ({ page, hearing }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, hearing);
  await page.getByRole('tab', { name: 'Resumo' }).click();
  const { id = -1 } = hearing.cited[12] ?? {};
  await moments(page).nth(12).click();
  await expect(sheet(page).locator(`[data-segment="${id}"]`)).toHaveAttribute('data-spoken');
  await expect
    .poll(() =>
      sheet(page)
        .locator(`[data-segment="${id}"] [data-word][data-spoken]`)
        .evaluate<string | undefined, unknown>(whyUncovered, undefined),
    )
    .toBeUndefined();
  const { height = 0 } = (await sheet(page).boundingBox()) ?? {};
  expect(height / 740).toBeCloseTo(0.45, 1);
  expect(
    await moments(page).nth(12).evaluate<string | undefined, unknown>(whyUncovered, undefined),
  ).toBeUndefined();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Resumo' })).toHaveAttribute('aria-selected', 'true');
  await moments(page).nth(12).click();
  await sheet(page).getByRole('button', { name: 'Fechar o trecho' }).press('Enter');
  await expect(sheet(page)).toBeHidden();
  await expect(moments(page).nth(12)).toBeFocused();
  await moments(page).nth(12).click();
  // In a low window the sheet leaves room for the header, and its own buttons stay in view.
  await page.setViewportSize({ width: 740, height: 360 });
  const goToText = sheet(page).getByRole('button', { name: 'Ir ao texto' });
  await expect
    .poll(() => goToText.evaluate<string | undefined, unknown>(whyUncovered, undefined))
    .toBeUndefined();
  await page.setViewportSize({ width: 360, height: 740 });
  await goToText.click();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Texto' })).toHaveAttribute('aria-selected', 'true');
  await expect(segment(page, id)).toBeInViewport();
});
