import type { Page } from '@playwright/test';

/** Waits until no request has ended for a moment. `networkidle` never comes on a page with an open event stream. */
export const untilNothingLoads = (page: Page) =>
  page.evaluate(`(async () => {
    for (let before = -1; ; ) {
      const loaded = performance.getEntriesByType('resource').length;
      if (loaded === before) return;
      before = loaded;
      await new Promise((go) => setTimeout(go, 600));
    }
  })()`);
