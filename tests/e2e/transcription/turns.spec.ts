import type { Page } from '@playwright/test';
import { whyUncovered } from '#tests/helpers/spoken-word.ts';
import { hearingVoices, storeHearing } from '#tests/helpers/stored-hearing.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect, expectNoAxeViolations } from '../fixtures/fixtures.ts';
import { sendAndWait, tones } from '../fixtures/transcription-api.ts';

/** A hearing whose turns have three paragraphs each. Segments 1 and 2 have a warning, and segment 3 is emptied. */
const test = base.extend<{ url: string }>({
  url: async ({ signedIn: page, product, db }, use) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    await storeHearing(db, id, {
      turnSegments: 12,
      change: (segments) =>
        segments.map((segment) => {
          if (segment.id === 3) return { ...segment, text: '', words: [] };
          return segment.id === 1 || segment.id === 2 ? { ...segment, warning: 'loop' } : segment;
        }),
    });
    await use(paths.transcription(id));
  },
});

const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const row = (page: Page, at: number) => text(page).locator(`[data-index="${at}"]`);
const times = (page: Page) => text(page).getByRole('button', { name: /^Ouvir a partir de/ });
const name = (page: Page, voice: number) =>
  text(page).getByRole('button', { name: `${hearingVoices[voice]}: mudar quem fala` });
const segment = (page: Page, id: number) => page.locator(`[data-segment="${id}"]`);

async function open(page: Page, url: string) {
  await page.goto(url);
  await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
  await expect(row(page, 0).locator('[data-word]').first()).toBeVisible();
}

async function toggleSentenceTimes(page: Page) {
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tempos em cada frase' }).click();
}

/** The top of the name relative to the foot of the header. */
const belowHeader = (page: Page) =>
  page.evaluate<number>(`(() => {
    const foot = document.querySelector('.transcript-header').getBoundingClientRect().bottom;
    return Math.min(...[...document.querySelectorAll('.turn-name')]
      .map((name) => name.getBoundingClientRect()).filter(({ bottom }) => bottom > foot).map(({ top }) => top)) - foot;
  })()`);

test('the segments of one voice are paragraphs with one time each, under one name', {
  tag: '@every-size',
}, async ({ page, url }) => {
  await open(page, url);
  // Twelve segments of 20 words: 80 words, of which 20 were deleted, then 80 and the rest.
  await expect(row(page, 0).locator('[data-segment]')).toHaveCount(5);
  await expect(row(page, 0).getByRole('button', { name: /^Ouvir a partir de/ })).toHaveCount(1);
  await expect(row(page, 0)).toContainText('(trecho apagado)');
  await expect(row(page, 0).getByText('Trecho repetido demais: confira com o áudio')).toHaveCount(1);
  await expect(name(page, 0)).toHaveCount(1);
  await expect(row(page, 0).getByRole('button', { name: /mudar quem fala/ })).toHaveCount(1);
  await expect(row(page, 1).getByRole('button', { name: /mudar quem fala/ })).toHaveCount(0);
  await segment(page, 0).locator('[data-word="2"]').click();
  await expect(segment(page, 0)).toHaveAttribute('data-spoken');
  await expect(row(page, 0).locator('.transcript-row')).toHaveAttribute('data-plays-now');
  await page.keyboard.press('k');
  await expectNoAxeViolations(page);
});

test('the name of a long turn stays below the header until the next turn pushes it away', {
  tag: '@every-size',
}, async ({ page, url }) => {
  await open(page, url);
  await page.mouse.move(200, 400);
  const nameTop = async (voice: number) => (await name(page, voice).boundingBox())?.y ?? Number.NaN;
  const isUncovered = (voice: number) =>
    name(page, voice).evaluate<string | undefined, unknown>(whyUncovered, undefined);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => belowHeader(page)).toBeCloseTo(0, 0);
  expect(await isUncovered(0)).toBeUndefined();
  // The first paragraph leaves the list, and the name stays.
  const lastTop = async () => (await row(page, 2).boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  for (let turns = 0; turns < 30 && (await lastTop()) > 60; turns += 1) {
    await page.mouse.wheel(0, 100);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  await expect.poll(() => belowHeader(page)).toBeCloseTo(0, 0);
  expect(await isUncovered(0)).toBeUndefined();
  // The next name comes, and the two never overlap.
  await expect(name(page, 1)).toHaveCount(1);
  for (let turns = 0; turns < 40 && (await name(page, 0).count()) > 0; turns += 1) {
    const [upper, lower] = [await nameTop(0), await nameTop(1)];
    expect(lower - upper).toBeGreaterThan(26);
    if (upper < -40) break;
    await page.mouse.wheel(0, 40);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  await expect.poll(() => belowHeader(page)).toBeCloseTo(0, 0);
  expect(await isUncovered(1)).toBeUndefined();
});

test('a focused time is not covered by the name of its turn', { tag: '@every-size' }, async ({
  page,
  url,
}) => {
  await open(page, url);
  await row(page, 0)
    .getByRole('button', { name: /^Ouvir/ })
    .focus();
  const time = (at: number) => row(page, at).getByRole('button', { name: /^Ouvir/ });
  for (let at = 1; at <= 9; at += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(time(at)).toBeFocused();
  }
  for (let at = 8; at >= 0; at -= 1) {
    await page.keyboard.press('ArrowUp');
    await expect(time(at)).toBeFocused();
    await expect
      .poll(() => time(at).evaluate<string | undefined, unknown>(whyUncovered, undefined))
      .toBeUndefined();
  }
});

test('"Tempos em cada frase" shows a row for each segment at the same place, and the page remembers it', {
  tag: '@every-size',
}, async ({ page, url }) => {
  await open(page, url);
  await segment(page, 60).waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, 3000)');
  // The rows of the new place come a frame later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const placeOf = async () =>
    page.evaluate<[string, number]>(`(() => {
      const foot = document.querySelector('.transcript-header').getBoundingClientRect().bottom + 28;
      const first = [...document.querySelectorAll('[data-segment]')]
        .find((each) => each.getBoundingClientRect().top > foot);
      return [first.dataset.segment, first.getBoundingClientRect().top];
    })()`);
  const [id] = await placeOf();
  await toggleSentenceTimes(page);
  await expect(segment(page, Number(id)).getByRole('button', { name: /^Ouvir a partir de/ })).toBeVisible();
  await expect.poll(async () => Math.abs(Number((await placeOf())[0]) - Number(id))).toBeLessThanOrEqual(3);
  const rows = await times(page).count();
  await page.reload();
  await expect(segment(page, Number(id)).getByRole('button', { name: /^Ouvir a partir de/ })).toBeVisible();
  expect(await times(page).count()).toBeGreaterThan(rows / 2);
  await toggleSentenceTimes(page);
  await expect(segment(page, Number(id)).getByRole('button', { name: /^Ouvir a partir de/ })).toHaveCount(0);
  await expect(segment(page, Number(id))).toBeInViewport();
});

test('the text is as high as it was estimated, within 20 percent, so the scroll bar does not jump', {
  tag: '@every-size',
}, async ({ page, url }) => {
  await open(page, url);
  const heightPx = () => page.evaluate<number>("document.querySelector('ol').offsetHeight");
  const estimatedPx = await heightPx();
  for (let top = 0; top < estimatedPx * 1.5; top += 600)
    await page.evaluate(
      `scrollTo(0, ${top}); new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
    );
  const measuredPx = await heightPx();
  expect(measuredPx / estimatedPx).toBeGreaterThan(0.8);
  expect(measuredPx / estimatedPx).toBeLessThan(1.2);
});

/** Presses a button without the scrolling that Playwright does before a click. */
const pressInPage = (page: Page, name: string) =>
  page.evaluate(`[...document.querySelectorAll('.transcript-header button')]
    .find((button) => button.textContent.includes(${JSON.stringify(name)})).click()`);

test('the reader keeps the place when the text is edited and read again', { tag: '@every-size' }, async ({
  page,
  url,
}) => {
  await open(page, url);
  await page.evaluate('scrollTo(0, 3000)');
  await expect(text(page).locator('[data-word]').first()).toBeAttached();
  const firstVisible = () =>
    page.evaluate<number>(`new Promise((done) => {
      let [last, still] = ['', 0];
      const look = () => {
        const first = [...document.querySelectorAll('[data-segment]')]
          .find((each) => each.getBoundingClientRect().bottom > 120);
        const now = first?.dataset.segment ?? '';
        still = now === last && now !== '' ? still + 1 : 0;
        last = now;
        if (still > 40) done(Number(now));
        else requestAnimationFrame(look);
      };
      look();
    })`);
  const before = await firstVisible();
  for (let trips = 0; trips < 3; trips += 1)
    for (const name of ['Editar texto', 'Concluir edição']) {
      await pressInPage(page, name);
      expect(Math.abs((await firstVisible()) - before)).toBeLessThanOrEqual(2);
    }
});

test('a name that is being typed survives scrolling within its turn', async ({
  signedIn: page,
  product,
  db,
}) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await storeHearing(db, id, { turnSegments: 60 });
  await open(page, paths.transcription(id));
  await page.evaluate('scrollTo(0, 2000)');
  await expect.poll(() => belowHeader(page)).toBeCloseTo(0, 0);
  await expect(row(page, 0)).toHaveCount(0);
  await name(page, 0).click();
  const field = page.getByLabel('Nome de quem fala');
  await field.fill('Profª. Ana');
  await page.mouse.move(600, 500);
  for (let turns = 0; turns < 30 && (await row(page, 0).count()) === 0; turns += 1)
    await page.mouse.wheel(0, -150);
  await expect(row(page, 0)).toHaveCount(1);
  await expect(field).toHaveValue('Profª. Ana');
  await page.keyboard.press('Enter');
  await expect(text(page).getByRole('button', { name: 'Profª. Ana: mudar quem fala' })).toHaveCount(1);
});
