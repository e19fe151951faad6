import { expect, type Locator } from '@playwright/test';

/**
 * Presses what ends in thanks, and tells whether the dialog then stays for so long and no longer. Time is stood still
 * for that: a machine that is busy notices the thanks late.
 */
export async function expectClosesAfter(dialog: Locator, ms: number, pressed: () => Promise<void>) {
  const { clock } = dialog.page();
  const nowMs = await dialog.page().evaluate(() => Date.now());
  await clock.pauseAt(nowMs + 10_000);
  await pressed();
  await clock.runFor(ms - 1);
  await expect(dialog).toBeVisible();
  await clock.runFor(1);
  await clock.resume();
  await expect(dialog).toBeHidden();
}
