import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../fixtures/fixtures.ts';
import { startGallery } from '../fixtures/shown-transcript.ts';
import { colourOf, type Share, sharesOf } from '../fixtures/system-colours.ts';
import { sendAndWait, tones } from '../fixtures/transcription-api.ts';

const test = base.extend<object, { gallery: string }>({
  gallery: [
    async ({ browserName: _ }, use) => {
      const gallery = await startGallery('index.html');
      await use(gallery.url);
      await gallery.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }));

/** The letters must fill this share of their control. A rectangle behind them would fill more and hide them. */
function expectLetters({ all }: Share) {
  expect(all).toBeGreaterThan(0.01);
  expect(all).toBeLessThan(0.15);
}

/** The chosen option is filled with Highlight and has a readable label. The other option has no Highlight. */
async function expectChosen(page: Page, { chosen, other }: { chosen: Locator; other: Locator }) {
  const { highlight, highlightText } = await sharesOf(page, chosen);
  expect(highlight.all).toBeGreaterThan(0.7);
  expectLetters(highlightText);
  const rest = await sharesOf(page, other);
  expect(rest.highlight.all).toBeLessThan(0.02);
  expect(rest.canvas.all).toBeGreaterThan(0.7);
  expectLetters(rest.canvasText);
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`switch, checkbox, button and progress are visible in forced colours, ${colorScheme}`, async ({
    page,
    gallery,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme });
    await page.goto(gallery);
    const toggle = page.getByRole('switch', { name: 'Cobrança anual' });
    await expect(toggle).toBeChecked();
    // The track of a switch that is on is filled, and the thumb cuts a disc out of its right half.
    const on = (await sharesOf(page, toggle)).highlight;
    expect(on.left).toBeGreaterThan(0.3);
    expect(on.right).toBeGreaterThan(0.1);
    expect(on.left - on.right).toBeGreaterThan(0.15);
    await toggle.click();
    // The track of a switch that is off is empty, with a disc in its left half.
    const off = await sharesOf(page, toggle);
    expect(off.highlight.all).toBe(0);
    expect(off.canvasText.left).toBeGreaterThan(0.15);
    expect(off.canvasText.right).toBeLessThan(0.05);

    const box = page.getByRole('checkbox', { name: 'Selecionar' });
    const empty = await sharesOf(page, box);
    expect(empty.highlight.all).toBe(0);
    await box.click();
    const ticked = (await sharesOf(page, box)).highlight.all;
    // The tick covers part of the filled square, which is a quarter of the box.
    expect(ticked).toBeGreaterThan(0.1);
    expect(ticked).toBeLessThan(0.22);

    const main = await sharesOf(page, page.getByRole('button', { name: 'Enviar e transcrever' }));
    expect(main.highlight.all).toBeGreaterThan(0.7);
    expectLetters(main.highlightText);

    const bar = page.getByRole('progressbar', { name: 'Horas usadas' });
    const [highlight, canvas] = [
      await page.evaluate<string>(colourOf('Highlight')),
      await page.evaluate<string>(colourOf('Canvas')),
    ];
    await expect(bar).toHaveCSS('border-top-width', '1px');
    await expect(bar).toHaveCSS('background-color', canvas);
    await expect(bar.locator('> *')).toHaveCSS('background-color', highlight);
  });

test('the sidebar marks the current page in forced colours', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const link = page.getByRole('complementary').getByRole('link', { name: 'Conta' });
  expect((await sharesOf(page, link)).highlight.all).toBe(0);
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  // A frame surrounds the whole link.
  const { highlight } = await sharesOf(page, link);
  expect(highlight.left).toBeGreaterThan(0.08);
  expect(highlight.right).toBeGreaterThan(0.08);
});

test('the plan page marks the chosen billing period in forced colours', async ({ signedIn: page }) => {
  await page.goto('/dashboard/plano');
  const [first, second] = [0, 1].map((index) =>
    page.locator('label', { has: page.getByRole('radio') }).nth(index),
  ) as [Locator, Locator];
  await expect(first.getByRole('radio')).toBeChecked();
  await expectChosen(page, { chosen: first, other: second });
  await second.click();
  await expectChosen(page, { chosen: second, other: first });
});

test('the waveform shows the playback position in forced colours', async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  // A result of the search opens silently, so the place stays.
  await page.goto(`/dashboard/transcricoes/${id}?t=2.5&q=nada`);
  const mark = page.locator('.waveform-place');
  await expect(mark).toBeVisible();
  const highlight = await page.evaluate<string>(colourOf('Highlight'));
  await expect(mark).toHaveCSS('background-color', highlight);
  await expect(mark).toHaveCSS('width', '4px');
  await expect(page.locator('.waveform-played path')).toHaveCSS('stroke', highlight);
  expect(highlight).not.toBe(await page.evaluate<string>(colourOf('Canvas')));
  const word = page.locator('.transcript-row[data-plays-now] [data-word][data-spoken]').first();
  const drawn = await sharesOf(page, word);
  expect(drawn.highlight.all).toBeGreaterThan(0.4);
  expect(drawn.highlightText.all).toBeGreaterThan(0.02);
  expect(drawn.highlightText.all).toBeLessThan(0.4);
});
