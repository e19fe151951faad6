import type { Locator, Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from '../fixtures/fixtures.ts';
import { choose, sendAndWait, showAs, tones } from '../fixtures/transcription-api.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });

test.beforeEach(async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  await showAs(page, id, () => ({ title: 'Seminário de física e filosofia da ciência '.repeat(4) }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/dashboard/transcricoes/${id}`);
});

async function showAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
}

async function box(of: Locator) {
  const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { place: { x, y, height }, width };
}

test('the field of a long title has its place, size and beginning, and the page does not move', async ({
  signedIn: page,
}) => {
  const title = heading(page).getByRole('button');
  const field = page.getByLabel('Título');
  for (const width of [360, 768, 1024, 1280, 1440, 1920]) {
    await showAt(page, width);
    await expect(title).toHaveCSS('font-size', '20px');
    const [titleBefore, textBefore] = [await box(title), await box(text(page))];
    await choose(page, 'Mais opções', 'Mudar o título');
    await expect(field).toBeFocused();
    await expect(field).toHaveCSS('font-size', '20px');
    const fieldBox = await box(field);
    expect(fieldBox.place).toEqual(titleBefore.place);
    expect(fieldBox.width).toBeGreaterThan(200);
    expect(await box(text(page))).toEqual(textBefore);
    expect(await field.evaluate((input) => input.scrollLeft)).toBe(0);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
  }
});

test('a long title keeps room beside the tools of an edit', async ({ signedIn: page }) => {
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    await showAt(page, width);
    await page.getByRole('button', { name: 'Editar texto' }).click();
    await expectNoSidewaysScroll(page);
    expect((await box(heading(page))).width, `title at ${width} px`).toBeGreaterThan(120);
  }
});
