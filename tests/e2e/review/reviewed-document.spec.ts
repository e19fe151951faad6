import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { openHeard } from '../fixtures/doubtful-text.ts';
import { expect, test } from '../fixtures/fixtures.ts';

const menu = (page: Page) => page.getByRole('menu', { name: 'Baixar' });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Baixar', exact: true }).click();
const line = (page: Page) =>
  menu(page).getByRole('menuitemcheckbox', { name: 'Dizer quem revisou e quanto' });

async function textOf(page: Page) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    menu(page).getByRole('menuitem', { name: 'Texto (TXT)' }).click(),
  ]);
  return readFile(await saved.path(), 'utf8');
}

test('a document names the reviewer only if the owner asks, and the choice stays', async ({
  signedIn: page,
  product,
  db,
}) => {
  await db.update(profiles).set({ plan: 'basic-monthly' });
  const { jobId, token, url } = await openHeard({ page, product, db }, [
    ['A reunião dedeciu comprar mesas', { dedeciu: 0.2 }],
    ['Até a próxima'],
  ]);
  await openMenu(page);
  await expect(menu(page)).toBeVisible();
  await expect(line(page)).toHaveCount(0);
  await page.keyboard.press('Escape');

  const answer = await page.request.patch(`/api/transcribe/${jobId}/checks`, {
    headers: { authorization: `Bearer ${token}` },
    data: { checked: [{ id: 0, text: 'A reunião dedeciu comprar mesas', heard_ms: 900 }], unchecked: [] },
  });
  expect(answer.status()).toBe(200);
  await page.goto(url);
  await openMenu(page);
  await expect(line(page)).toHaveAttribute('aria-checked', 'false');
  expect(await textOf(page)).not.toContain('Revisado');

  await openMenu(page);
  await line(page).click();
  // The choice is about the other entries, so the menu stays open.
  await expect(line(page)).toHaveAttribute('aria-checked', 'true');
  expect(await textOf(page)).toMatch(/^Revisado por .+ em \d+ de \w+ de \d{4}: \d+ % do tempo falado\.$/m);

  await page.reload();
  await openMenu(page);
  await expect(line(page)).toHaveAttribute('aria-checked', 'true');
});
