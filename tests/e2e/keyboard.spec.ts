import type { Page } from '@playwright/test';
import { prerenderedPaths } from '#web/app/paths.ts';
import { expect, test } from './fixtures.ts';

/** Everything that Tab can reach, in page order; a group of radio buttons is one stop. */
const mark = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.type !== 'radio' || one.checked)
  .map((one, index) => { one.dataset.stop = String(index); return one.textContent || one.name || one.id; })`;
const here = `(async () => {
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

/** Scrolling down adds the back-to-top button and perhaps a notice to the stops. */
const appearingStops = 5;

async function walk(page: Page) {
  const names = await page.evaluate<string[]>(mark);
  const stops: Stop[] = [];
  while (stops.length < names.length + appearingStops) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<Stop>(here);
    if (stop.isOver) break;
    stops.push(stop);
  }
  const named = ({ stop }: Stop) => names[stop] ?? 'nothing';
  return {
    unreached: names.filter((_, index) => !stops.some(({ stop }) => stop === index)),
    unseen: stops.filter(({ shown, inSight }) => !shown || !inSight).map(named),
  };
}

test('the keyboard alone reaches everything on pages outside the dashboard, with a visible focus', async ({
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of prerenderedPaths) {
    await page.goto(path);
    expect(await walk(page), path).toEqual({ unreached: [], unseen: [] });
  }
});
