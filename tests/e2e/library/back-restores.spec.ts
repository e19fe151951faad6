import type { Locator, Page } from '@playwright/test';
import { numberedSpeech } from '#tests/helpers/numbered-speech.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { paths } from '#web/app/paths.ts';
import { test as base, expect } from '../fixtures/fixtures.ts';

const words = 30_000;
const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });

/** Three hours of text. */
const test = base.extend<{ url: string }>({
  url: async ({ account, db }, use) =>
    use(
      paths.transcription(
        await insertTranscription({ db }, { userId: account.userId, segments: numberedSpeech(words) }),
      ),
    ),
});

type Place = { id: number; topPx: number };

/** The first segment that lies wholly below the header, and its top in the window. */
const placeIn = (page: Page) =>
  page.evaluate<Place>(`(() => {
    const header = document.querySelector('main header, header')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...document.querySelectorAll('[data-segment]')];
    const row = rows.find((each) => each.getBoundingClientRect().top >= Math.max(header, 60));
    return {
      id: Number(row?.getAttribute('data-segment') ?? -1),
      topPx: row?.getBoundingClientRect().top ?? -1,
    };
  })()`);

async function expectPlace(page: Page, { id, topPx }: Place) {
  await expect
    .poll(async () => {
      const now = await placeIn(page);
      return now.id === id ? Math.abs(now.topPx - topPx) : `segment ${now.id} instead of ${id}`;
    })
    .toBeLessThanOrEqual(4);
}

/** Playwright scrolls to an element in the header before it clicks, and a person does not. */
async function pressWithoutScrolling(page: Page, target: Locator) {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** Scrolls beyond a segment, and returns the place. On a phone, scrolling up at the end brings the header back. */
async function readOn(page: Page, wheelPx: number, segment: number) {
  await expect(text(page)).toContainText('fala0 ');
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, wheelPx);
  await expect.poll(async () => (await placeIn(page)).id).toBeGreaterThan(segment);
  await page.mouse.wheel(0, -200);
  let reading: Place = { id: -1, topPx: -1 };
  // The wheel scrolls on for a moment, and the list measures its new rows.
  await expect
    .poll(async () => {
      const before = reading;
      reading = await placeIn(page);
      return before.id === reading.id && before.topPx === reading.topPx;
    })
    .toBe(true);
  return reading;
}

test('Back and a reload return to the same line of a text of three hours', { tag: '@phone-too' }, async ({
  signedIn: page,
  url,
}) => {
  await page.goto(url);
  const reading = await readOn(page, 40_000, 200);

  await pressWithoutScrolling(page, page.getByRole('link', { name: 'Minhas transcrições' }).last());
  await expect(page).toHaveURL(paths.transcriptions);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expectPlace(page, reading);
  await page.reload();
  await expectPlace(page, reading);
});

test('Ctrl+F anywhere on the page finds a word near the end of three hours', async ({
  signedIn: page,
  url,
}) => {
  await page.goto(url);
  await expect(text(page)).toContainText('fala0 ');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('fala29950');
  const search = page.getByRole('search', { name: 'Localizar no texto' });
  await expect(search.getByRole('status')).toHaveText('1 de 1');
  await expect(page.locator('[data-word]', { hasText: /^fala29950$/ })).toBeInViewport({ ratio: 1 });
});

test('the reader keeps the place when the text is collapsed and opened', { tag: '@phone-too' }, async ({
  signedIn: page,
  url,
}) => {
  await page.goto(url);
  const { id } = await readOn(page, 9_000, 50);
  const row = page.locator(`[data-segment="${id}"]`);
  for (const entry of ['Recolher texto', 'Abrir texto inteiro']) {
    await pressWithoutScrolling(page, page.getByRole('button', { name: 'Mais opções' }));
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(row).toBeInViewport();
    await expect(text(page)).toBeInViewport();
  }
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Recolher texto' }).click();
  await expect(page.getByRole('button', { name: 'Abrir texto inteiro' })).toBeInViewport();
});
