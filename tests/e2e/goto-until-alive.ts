import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const aliveWithinMs = 5_000;
/** React's own mark on the last element that it hydrates. */
const alive =
  "document.querySelector('script[src], script[type=module], link[rel=modulepreload]') === null || Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))";

/**
 * Rendered pages hydrate after their first paint, and pages to read at the first sign of a person. `load` waits for
 * neither, so this gives that sign and waits. A journey that names what it waits for gets the page as it is:
 * landing.spec.ts presses a button there before any script has come.
 */
export function gotoUntilAlive(page: Page) {
  const go = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await go(url, options);
    if (options?.waitUntil !== undefined) return answer;
    await page.evaluate("dispatchEvent(new Event('pointermove'))");
    // A page whose scripts never come is looked at as it is.
    const isAlive = () => page.evaluate<boolean>(alive).catch(() => false);
    const giveUpAt = Date.now() + aliveWithinMs;
    while (!(await isAlive()) && Date.now() < giveUpAt) await delay(20);
    return answer;
  };
}
