import type { Page } from '@playwright/test';
import { plansAtBuild } from '#web/features/plans/plans-at-build.ts';
import { expect, movePointerUntil, test } from './fixtures.ts';

const dearCents = 3_490;
const dearer = plansAtBuild.map((plan) =>
  plan.id === 'basic-monthly' ? { ...plan, price_cents: dearCents } : plan,
);

/** As the server of an installation with another price writes its pages and answers. */
async function sellDearer(page: Page, path: string) {
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replaceAll('29,90', '34,90')
      .replaceAll('Economize ~16%!', 'Economize ~28%!')
      .replace('&quot;basic-monthly&quot;:2990', `&quot;basic-monthly&quot;:${dearCents}`);
    await route.fulfill({ response: answer, body });
  });
  await page.route('**/api/plans', (route) => route.fulfill({ json: dearer }));
}

for (const path of ['/', '/plans']) {
  test(`the scripts of ${path} take over the prices that the server wrote, and fetch nothing to mend`, {
    tag: '@always',
  }, async ({ page }) => {
    await sellDearer(page, path);
    const schemas: string[] = [];
    page.on('request', (request) => {
      if (/\/zod-/.test(request.url())) schemas.push(request.url());
    });
    let plansArrived = false;
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/plans')) plansArrived = true;
    });
    await page.goto(path);
    await movePointerUntil(page, () => plansArrived);
    await expect(page.getByRole('button', { name: /Tenho interesse/ })).toBeEnabled();
    const cards = page.getByRole('main').getByRole('listitem');
    await expect(cards.filter({ hasText: 'Básico mensal' }).first()).toContainText(/R\$\s34,90\/mês/);
    await expect(cards.filter({ hasText: 'Básico anual' }).first()).toContainText('Economize ~28%!');
    // React says on the console where a page differs from what it draws, which fails any journey.
    expect(schemas).toEqual([]);
  });
}

test('without an answer of the server the prices stay as they were written', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_|Failed to load resource/);
  await sellDearer(page, '/plans');
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/plans');
  await expect(page.getByRole('button', { name: /Tenho interesse/ })).toBeEnabled();
  await expect(page.getByText(/R\$\s34,90/)).not.toHaveCount(0);
  await expect(page.getByRole('main').getByText(/29,90/)).toHaveCount(0);
});
