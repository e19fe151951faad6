import type { Page } from '@playwright/test';
import { paths, renderedPaths } from '#web/app/paths.ts';
import { expect, test } from '../fixtures/fixtures.ts';

/** Numbers the elements that Tab can reach, in page order. A group of radio buttons is one Tab stop. */
const numberTabStops = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.type !== 'radio' || one.checked)
  .map((one, index) => { one.dataset.stop = String(index); return one.textContent || one.name || one.id; })`;
const describeFocus = `(async () => {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const one = document.activeElement;
  const { outlineStyle, boxShadow } = getComputedStyle(one);
  const { top, bottom } = one.getBoundingClientRect();
  return {
    stop: Number(one.dataset.stop ?? -1),
    shown: outlineStyle !== 'none' || boxShadow !== 'none',
    inSight: bottom > 0 && top < innerHeight,
    isOver: one === document.body,
  };
})()`;

type Stop = { stop: number; shown: boolean; inSight: boolean; isOver: boolean };

/** Scrolling down adds the back-to-top button and perhaps a notice to the Tab stops. */
const appearingStops = 5;

async function walk(page: Page) {
  const names = await page.evaluate<string[]>(numberTabStops);
  const stops: Stop[] = [];
  while (stops.length < names.length + appearingStops) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop>(describeFocus);
    if (stop.isOver) break;
    stops.push(stop);
  }
  const named = ({ stop }: Stop) => names[stop] ?? 'nothing';
  return {
    unreached: names.filter((_, index) => !stops.some(({ stop }) => stop === index)),
    unseen: stops.filter(({ shown, inSight }) => !shown || !inSight).map(named),
  };
}

test('Tab reaches every control on pages outside the dashboard, with a visible focus', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of renderedPaths.filter((each) => each !== paths.notFound)) {
    await page.goto(path);
    expect(await walk(page), path).toEqual({ unreached: [], unseen: [] });
  }
});

test.describe('at an unknown address', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/404/]) });

  test('Tab reaches every control, with a visible focus', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(paths.notFound);
    expect(await walk(page)).toEqual({ unreached: [], unseen: [] });
  });
});
