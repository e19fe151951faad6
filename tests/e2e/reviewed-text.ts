import type { Page } from '@playwright/test';
import { CheckedPassagesSchema } from '#contract/checks.ts';
import { isPaused } from './doubtful-text.ts';
import { expect } from './fixtures.ts';

export const bar = (page: Page) => page.getByRole('region', { name: 'Conferir' });
export const start = (page: Page, count: number) => page.getByRole('button', { name: `Conferir ${count}` });
export const selected = (page: Page) => page.evaluate<string>('getSelection().toString()');

/** The sound of a passage ends by itself a second after it. */
export async function listen(page: Page) {
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect.poll(() => isPaused(page), { timeout: 15_000 }).toBe(true);
}

type Reviewed = { jobId: string; token: string };

/** The passages whose stored text is the confirmed one, by what the person has heard. */
export async function decidedOf(page: Page, { jobId, token }: Reviewed) {
  const answer = await page.request.get(`/api/transcribe/${jobId}/checks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { checked, unheard } = CheckedPassagesSchema.parse(await answer.json());
  return { heard: checked.filter((id) => !unheard.includes(id)), unheard };
}

export const checkedOf = async (page: Page, review: Reviewed) => (await decidedOf(page, review)).heard;
