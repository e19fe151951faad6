import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { startGallery } from './shown-transcript.ts';
import { sendAndWait, tones } from './transcription-places.ts';

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

/** As it looks by itself: neither pointed at nor focused. */
async function picture(page: Page, part: Locator) {
  await part.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement?.blur()');
  return part.screenshot({ animations: 'disabled' });
}

/** The same part in two states: a person who sees only the system's colours must see which one it is. */
async function expectSeen(page: Page, part: Locator, change: () => Promise<unknown>) {
  const before = await picture(page, part);
  await change();
  expect((await picture(page, part)).equals(before)).toBe(false);
}

const colourOf = (system: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = '${system}';
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
})()`;

test('switch, checkbox, tab, option and progress show their state in forced colours', {
  tag: '@always',
}, async ({ page, gallery }) => {
  await page.goto(gallery);
  const turn = page.getByRole('switch', { name: 'Cobrança anual' });
  await expectSeen(page, turn, () => turn.click());
  const box = page.getByRole('checkbox', { name: 'Selecionar' });
  await expectSeen(page, box, () => box.click());
  const [first, second] = [page.getByRole('tab').first(), page.getByRole('tab').nth(1)];
  await expectSeen(page, first, () => second.click());

  const bar = page.getByRole('progressbar', { name: 'Horas usadas' });
  const [highlight, canvas] = [
    await page.evaluate<string>(colourOf('Highlight')),
    await page.evaluate<string>(colourOf('Canvas')),
  ];
  await expect(bar).toHaveCSS('border-top-width', '1px');
  await expect(bar).toHaveCSS('background-color', canvas);
  await expect(bar.locator('> *')).toHaveCSS('background-color', highlight);
});

test('the present page is marked in forced colours', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const place = page.getByRole('complementary').getByRole('link', { name: 'Conta' });
  await expectSeen(page, place, () => place.click());
});

test('the period of a plan is marked in forced colours', async ({ signedIn: page }) => {
  await page.goto('/dashboard/plano');
  const yearly = page.locator('label', { has: page.getByRole('radio') }).first();
  const other = page.locator('label', { has: page.getByRole('radio') }).nth(1);
  await expectSeen(page, yearly, () => other.click());
});

test('the place in the waveform is seen in forced colours', { tag: '@always' }, async ({
  signedIn: page,
  product,
}) => {
  const id = await sendAndWait({ page, place: product, bytes: await tones() });
  await page.goto(`/dashboard/transcricoes/${id}?t=2.5`);
  const mark = page.locator('.waveform-place');
  await expect(mark).toBeVisible();
  const highlight = await page.evaluate<string>(colourOf('Highlight'));
  await expect(mark).toHaveCSS('background-color', highlight);
  await expect(mark).toHaveCSS('width', '4px');
  await expect(page.locator('.waveform-played path')).toHaveCSS('stroke', highlight);
  expect(highlight).not.toBe(await page.evaluate<string>(colourOf('Canvas')));
  await expect(page.locator('.transcript-segment[data-spoken] [data-word][data-spoken]').first()).toHaveCSS(
    'background-color',
    highlight,
  );
});
