import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectWellDrawn } from '../fixtures/fixtures.ts';
import { layoutShift, recordLayoutShifts } from '../fixtures/layout-shifts.ts';
import { expect, test } from '../fixtures/library-fixture.ts';

const sizes = [
  { width: 360, height: 740, firstTop: 420 },
  { width: 768, height: 1_024, firstTop: 420 },
  { width: 1_440, height: 900, firstTop: 330 },
  { width: 1_920, height: 1_080, firstTop: 330 },
];
const said = 'Bom dia a todos, vamos começar a audiência pública sobre o transporte do município.';
const long = 'gravacao-da-audiencia-publica-com-um-nome-de-arquivo-muito-comprido-2026-11-27-final.mp3';
const rows = (page: Page) => page.getByRole('region', { name: 'Últimas transcrições' }).getByRole('listitem');

/** The links and buttons of the page that are lower than a finger needs. */
const lowTargets = `[...document.querySelectorAll('main :is(a, button)')]
  .filter((each) => each.checkVisibility() && each.closest('[aria-label="Ambiente de teste"]') === null)
  .filter((each) => each.getBoundingClientRect().height < 40)
  .map((each) => each.textContent)`;

/** The texts of durations that stand on two lines. */
const brokenDurations = `(() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    for (const { index, 0: text } of walker.currentNode.data.matchAll(/\\d+\\s(h\\s\\d+\\smin|h|min)\\b/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + text.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(text);
    }
  }
  return broken;
})()`;

test('home shows the first recording without scrolling, at all widths', async ({
  signedIn: page,
  library,
}) => {
  await library.use(150);
  await library.insert([
    { title: null, fileName: long, status: 'processing', durationMs: 3_600_000, usageState: 'reserved' },
    ...Array.from({ length: 200 }, (_, at) => ({
      title: `Aula ${at}`,
      createdAt: new Date(Date.now() - at * 60_000),
      sentences: [said],
    })),
  ]);
  await recordLayoutShifts(page);
  for (const { width, height, firstTop } of sizes) {
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard');
    await expect(rows(page)).toHaveCount(6);
    const { sum, shifts } = await layoutShift(page);
    expect(sum, shifts).toBeLessThan(0.05);
    const box = await rows(page).first().boundingBox();
    expect(box?.y).toBeLessThanOrEqual(firstTop);
    expect(await page.evaluate(lowTargets)).toEqual([]);
    expect(await page.evaluate(brokenDurations)).toEqual([]);
    await expectWellDrawn(page);
  }
});

test('home hardly moves when a new account has loaded', { tag: '@phone-too' }, async ({ signedIn: page }) => {
  await recordLayoutShifts(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  const { sum, shifts } = await layoutShift(page);
  expect(sum, shifts).toBeLessThan(0.05);
  expect(await page.evaluate(lowTargets)).toEqual([]);
  await expectNoSidewaysScroll(page);
});
