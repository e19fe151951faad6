import type { Page } from '@playwright/test';

type Line = { offline?: boolean; bytesPerSecond?: number };

/**
 * Returns a function that throttles the browser's connection or takes it offline. Without arguments it
 * restores it.
 */
export async function openLine(page: Page) {
  const session = await page.context().newCDPSession(page);
  return ({ offline = false, bytesPerSecond = -1 }: Line = {}) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
}
