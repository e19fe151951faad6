import type { Page } from '@playwright/test';

type Shift = { value: number; moved: string[] };

/** Runs in the page. A shift that follows an input within half a second does not count, as in Core Web Vitals. */
const recordShifts = `
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push({
      value,
      moved: sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)),
    });
}).observe({ type: 'layout-shift', buffered: true });`;

/** Hides the notices of the test environment, which no real installation shows. */
const withoutTestNotices = `
const hidden = new CSSStyleSheet();
hidden.replaceSync('[aria-label="Ambiente de teste"], p:has(> .lucide-flask-conical) { display: none }');
document.adoptedStyleSheets = [hidden];`;

/** Waits for two frames, because the browser reports a shift after it has drawn it. */
const drawn =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** Call this before the page is opened. */
export const recordLayoutShifts = (page: Page) => page.addInitScript(`${recordShifts}${withoutTestNotices}`);

export async function layoutShift(page: Page): Promise<{ sum: number; shifts: string }> {
  await page.evaluate(drawn);
  const shifts = await page.evaluate<Shift[]>('shifts');
  return {
    sum: shifts.reduce((total, { value }) => total + value, 0),
    shifts: JSON.stringify(shifts, null, 1),
  };
}
