import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const aliveWithinMs = 5_000;
/** React's own mark on the last element that it takes over. */
const alive =
  "document.querySelector('script[src], script[type=module], link[rel=modulepreload]') === null || Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))";

/**
 * Written pages ask for their scripts after the first paint, which `load` does not wait for: a journey that presses a
 * button at once would press one that does nothing yet. Who waits for less than `load` wants to see just that.
 */
export function gotoUntilAlive(page: Page) {
  const go = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await go(url, options);
    if (options?.waitUntil === 'commit') return answer;
    // A page whose scripts never come is looked at as it is.
    const isAlive = () => page.evaluate<boolean>(alive).catch(() => false);
    const giveUpAt = Date.now() + aliveWithinMs;
    while (!(await isAlive()) && Date.now() < giveUpAt) await delay(20);
    return answer;
  };
}
