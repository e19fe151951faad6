import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

type GoogleAccount = { email: string; name: string };

/** Fills in the sandbox's page that replaces Google's. */
export async function chooseAtGoogle(page: Page, { email, name }: GoogleAccount) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta do Google de teste');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Nome', { exact: true }).fill(name);
}
