import { expect, expectNoAxeViolations, test } from '../fixtures/fixtures.ts';

const shownTheme = 'document.documentElement.dataset.theme';

test('the page uses the theme of the system until the visitor chooses one, and remembers the choice', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const toLight = page.getByRole('button', { name: 'Tema claro' });
  const toDark = page.getByRole('button', { name: 'Tema escuro' });
  await expect(toLight).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(toDark).toBeVisible();
  await expect(toLight).toBeHidden();

  await toDark.click();
  await expect(toLight).toBeVisible();
  await page.reload();
  expect(await page.evaluate(shownTheme)).toBe('dark');
  const themeColor = page.locator('meta[name="theme-color"]').first();
  await expect(themeColor).toHaveAttribute('content', '#0c1016');
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
});

test('the page has the chosen theme before the first paint', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  // No module loads, so only the script in the head sets the theme.
  await page.context().route('**/assets/*.js', () => {});
  await page.goto('/plans', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(shownTheme)).toBe('dark');
  // The stylesheet blocks painting until it is loaded, but evaluate() does not wait for it.
  await expect(page.locator('body')).toHaveCSS('background-color', 'oklch(0.17 0.015 260)');
});

const publicPages = ['/', '/login', '/register', '/maintenance'];

test('on a phone the theme is a whole button in the footer, and in the menu', { tag: '@phone' }, async ({
  page,
}) => {
  const toggle = page.getByRole('button', { name: /^Tema/ });
  for (const path of publicPages) {
    await page.goto(path);
    await toggle.scrollIntoViewIfNeeded();
    const { x = 0, width = 0, height = 0 } = (await toggle.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(12);
    expect(x + width).toBeLessThanOrEqual(348);
    expect(width).toBeGreaterThan(80);
    expect(height).toBeGreaterThanOrEqual(44);
    const before = await page.evaluate<string>(shownTheme);
    await toggle.click();
    expect(await page.evaluate<string>(shownTheme)).not.toBe(before);
  }
  await page.goto('/');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const before = await page.evaluate<string>(shownTheme);
  await menu.getByRole('button', { name: /^Tema/ }).click();
  expect(await page.evaluate<string>(shownTheme)).not.toBe(before);
  await expectNoAxeViolations(page);
});

test('another tab applies the chosen theme', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/faq');
  await other.getByRole('button', { name: 'Tema escuro' }).click();
  await expect(page.getByRole('button', { name: 'Tema claro' })).toBeVisible();
});
