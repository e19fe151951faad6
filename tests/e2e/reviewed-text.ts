import type { Page } from '@playwright/test';
import { type Heard, isPaused, openHeard, type World } from './doubtful-text.ts';
import { expect } from './fixtures.ts';

/** The address opens the review, which is not offered to people yet. */
export const openReview = (world: World, texts: readonly Heard[]) => openHeard(world, texts, '?conferir');

export const bar = (page: Page) => page.getByRole('region', { name: 'Conferir' });
export const start = (page: Page, count: number) => page.getByRole('button', { name: `Conferir ${count}` });
export const selected = (page: Page) => page.evaluate<string>('getSelection().toString()');

/** The sound of a passage ends by itself a second after it. */
export async function listen(page: Page) {
  await expect.poll(() => isPaused(page)).toBe(false);
  await expect.poll(() => isPaused(page), { timeout: 15_000 }).toBe(true);
}

/** The server answers with the passages whose stored text is the confirmed one. */
export async function checkedOf(page: Page, { jobId, token }: { jobId: string; token: string }) {
  const answer = await page.request.get(`/api/transcribe/${jobId}/checks`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { checked: number[] }).checked;
}
