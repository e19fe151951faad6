import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

const hydratedWithinMs = 5_000;
/** React hydrates the body last, so its mark on the body shows that hydration has finished. */
const hydrated =
  "document.querySelector('script[src], script[type=module], link[rel=modulepreload]') === null || Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))";

/**
 * Pages hydrate after their first paint, and public pages only at the first user input. `load` waits for neither, so
 * `goto` sends input and waits for hydration. A test that passes `waitUntil` skips this: landing.spec.ts presses a
 * button before the scripts load.
 */
export function gotoUntilHydrated(page: Page) {
  const go = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await go(url, options);
    if (options?.waitUntil !== undefined) return answer;
    await page.evaluate("dispatchEvent(new Event('pointermove'))");
    // Give up if the scripts never arrive. The test then sees the page without hydration.
    const isHydrated = () => page.evaluate<boolean>(hydrated).catch(() => false);
    const giveUpAt = Date.now() + hydratedWithinMs;
    while (!(await isHydrated()) && Date.now() < giveUpAt) await delay(20);
    return answer;
  };
}
