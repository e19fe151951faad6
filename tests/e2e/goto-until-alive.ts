import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const aliveWithinMs = 5_000;
/** React marks the last element that it hydrates. */
const alive =
  "document.querySelector('script[src], script[type=module], link[rel=modulepreload]') === null || Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))";

/**
 * Pages hydrate after their first paint; pages for reading hydrate at the first user input. `load` waits for
 * neither, so `goto` sends input and waits for hydration. A journey that passes `waitUntil` gets the page
 * without this: landing.spec.ts presses a button before the scripts load.
 */
export function gotoUntilAlive(page: Page) {
  const go = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await go(url, options);
    if (options?.waitUntil !== undefined) return answer;
    await page.evaluate("dispatchEvent(new Event('pointermove'))");
    // Give up if the scripts never come; the journey then sees the page as it is.
    const isAlive = () => page.evaluate<boolean>(alive).catch(() => false);
    const giveUpAt = Date.now() + aliveWithinMs;
    while (!(await isAlive()) && Date.now() < giveUpAt) await delay(20);
    return answer;
  };
}
