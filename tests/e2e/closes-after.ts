import { expect, type Locator } from '@playwright/test';

/**
 * Submits a dialog that shows thanks, and expects that it closes after exactly `ms`. It pauses the clock, because a
 * busy machine shows the thanks late.
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
