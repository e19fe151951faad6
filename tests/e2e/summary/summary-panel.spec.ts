import type { Page } from '@playwright/test';
import { summarise } from '#tests/helpers/heard-sentences.ts';
import { madeSpeech } from '#tests/helpers/made-speech.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { paths } from '#web/app/paths.ts';
import {
  test as base,
  expect,
  expectNoSidewaysScroll,
  expectWellDrawn,
  mailboxOf,
} from '../fixtures/fixtures.ts';
import { heardTranscript } from '../fixtures/shown-transcript.ts';
import { showTab, tabOf } from '../fixtures/summary-tab.ts';

const test = base.extend<{ url: string; summarised: string }>({
  /** A recording of three minutes. */
  url: async ({ signedIn: page, product }, use) => {
    const { jobId } = await heardTranscript(page, product, madeSpeech({ sentences: 60, words: 20 }));
    await use(paths.transcription(jobId));
  },
  /** With a summary that cites its moments. */
  summarised: async ({ signedIn: page, product }, use) => {
    const speech = madeSpeech({ sentences: 60, words: 20 });
    const { jobId, token } = await heardTranscript(page, product, speech);
    await summarise(product, token, jobId);
    await use(paths.transcription(jobId));
  },
});

const beside = [
  { width: 1_360, height: 600, panel: 360 },
  { width: 1_440, height: 600, panel: 360 },
  { width: 1_536, height: 600, panel: 400 },
  { width: 1_920, height: 600, panel: 440 },
];
/** The browser zooms by making the window smaller: 1440×900 at 200 %. */
const withTabs = [
  { width: 360, height: 740 },
  { width: 720, height: 450 },
  { width: 768, height: 1_024 },
  { width: 1_359, height: 800 },
];

const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });
const panel = (page: Page) => page.locator('.side-panel');
const player = (page: Page) => page.getByRole('region', { name: 'Ouvir a gravação' });
const article = (page: Page) => page.getByRole('article', { name: 'Resumo' });
const scrolledPx = (page: Page) => page.evaluate<number>('scrollY');

async function boxOf(locator: ReturnType<typeof panel>) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('the element has no box');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function open(page: Page, url: string, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  await page.goto(url);
  await expect(text(page)).toBeVisible();
  await expect(player(page)).toBeVisible();
}

// Playwright hides the scrollbars of people. The open panel keeps their room, and the text would be narrower below it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  },
});

test('the summary stands beside the text, with its own scroll', async ({ signedIn: page, summarised }) => {
  for (const { panel: width, ...size } of beside)
    await test.step(`at ${size.width}`, async () => {
      await open(page, summarised, size);
      await expect(article(page)).toBeInViewport();
      await expect(page.getByRole('tab', { name: 'Texto' })).toHaveCount(0);
      const [panelBox, headerBox, playerBox, textBox] = await Promise.all(
        [panel(page), page.locator('.transcript-header'), player(page), text(page)].map(boxOf),
      );
      expect(panelBox).toMatchObject({
        width,
        y: headerBox?.bottom,
        bottom: playerBox?.y,
        right: await page.evaluate<number>('document.documentElement.clientWidth'),
      });
      expect(textBox?.right).toBeLessThanOrEqual(panelBox?.x ?? 0);
      await expectNoSidewaysScroll(page);

      // The summary arrives after its panel, and a wheel before it scrolls nothing.
      const hiddenPx = `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.side-panel'))`;
      await expect.poll(() => page.evaluate<number>(hiddenPx)).toBeGreaterThan(0);
      await panel(page).hover();
      await page.mouse.wheel(0, 400);
      await expect
        .poll(() => page.evaluate<number>("document.querySelector('.side-panel').scrollTop"))
        .toBeGreaterThan(0);
      expect(await scrolledPx(page)).toBe(0);
      await page.evaluate('scrollTo(0, 900)');
      expect(await boxOf(panel(page))).toEqual(panelBox);
      // The next visit begins where this one ended.
      await page.evaluate('scrollTo(0, 0)');
    });
  await expectWellDrawn(page);
});

/** The row in the middle of the window, when it has stood still for 20 frames: rows get their heights after a jump. */
const readPlace = `new Promise((done) => {
  let last, still = 0;
  const look = () => {
    const row = [...document.querySelectorAll('.transcript-row')].find((one) => one.getBoundingClientRect().bottom > innerHeight / 2);
    if (row === undefined) return requestAnimationFrame(look);
    const now = row.textContent.slice(0, 40) + ' at ' + Math.round(row.getBoundingClientRect().top);
    still = now === last ? still + 1 : 0;
    last = now;
    if (still > 20) done(now);
    else requestAnimationFrame(look);
  };
  look();
})`;

test('in a narrower window the summary is a tab, and the text keeps its place', async ({
  signedIn: page,
  summarised,
}) => {
  for (const size of withTabs)
    await test.step(`at ${size.width}`, async () => {
      await open(page, summarised, size);
      const [textTab, summaryTab] = [tabOf(page, 'Texto'), tabOf(page, 'Resumo')];
      expect((await boxOf(summaryTab)).height).toBeGreaterThanOrEqual(44);
      await expect(article(page)).toBeHidden();
      await expectNoSidewaysScroll(page);
      // Up again, because on phones the header returns then, and the tabs with it.
      // Within one frame the page would see a single scroll down, without the way up.
      for (const px of [1_500, 1_400]) await page.evaluate(`scrollTo({ top: ${px}, behavior: 'instant' })`);
      const before = await page.evaluate(readPlace);

      await textTab.focus();
      await page.keyboard.press('ArrowRight');
      await expect(summaryTab).toBeFocused();
      await expect(summaryTab).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel', { name: 'Resumo' })).toBeVisible();
      await expect(article(page)).toBeInViewport();
      await expect(text(page)).toBeHidden();
      await expect(player(page)).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
      await panel(page).hover();
      await page.mouse.wheel(0, 5_000);
      await expect(page.getByText('Ver o prompt deste resumo')).toBeInViewport();
      await page.mouse.wheel(0, 5_000);

      await textTab.click();
      await expect(page.getByRole('tabpanel', { name: 'Texto' })).toBeVisible();
      await expect(text(page)).toBeVisible();
      expect(await page.evaluate(readPlace)).toEqual(before);
      await page.evaluate('scrollTo(0, 0)');
    });
});

test('the keys R and Escape go to the summary and back, and a field keeps its letters', async ({
  signedIn: page,
  summarised,
}) => {
  for (const size of [
    { width: 360, height: 740 },
    { width: 1_440, height: 900 },
  ]) {
    await open(page, summarised, size);
    await page.keyboard.press('r');
    await expect(panel(page)).toBeFocused();
    await expect(article(page)).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-row-stop]:focus')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Control+f');
    await page.keyboard.type('rr');
    await expect(page.getByLabel('Localizar', { exact: true })).toHaveValue('rr');
    await page.keyboard.press('Escape');
    // The search shows the text again if the summary covers it.
    await page.keyboard.press('r');
    await page.keyboard.press('Control+f');
    await expect(page.getByLabel('Localizar', { exact: true })).toBeFocused();
    await expect(text(page)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('row', { name: /Ir para o resumo R$/ })).toBeVisible();
  await expect(
    page.getByRole('row', { name: /No resumo e nos trechos: voltar ao texto Esc$/ }),
  ).toBeVisible();
});

test('the page prints text and summary from each tab and at each width', async ({
  signedIn: page,
  summarised,
}) => {
  const printed = async () => {
    const { pages } = await readPdf(await page.pdf({ format: 'A4' }));
    return pages.flatMap(({ lines }) => lines).join('\n');
  };
  await open(page, summarised, { width: 1_440, height: 900 });
  await expect(page.locator('.summary-text')).not.toBeEmpty();
  const whole = await printed();
  expect(whole).toContain('Resumo gerado:');
  await open(page, summarised, { width: 360, height: 740 });
  await expect(page.locator('.summary-text')).not.toBeEmpty();
  expect(await printed()).toBe(whole);
  await tabOf(page, 'Resumo').click();
  expect(await printed()).toBe(whole);
});

/** Sets the pause of the sandbox's model between two pieces of its text. */
async function setModelPause(product: Parameters<typeof mailboxOf>[0], pauseMs: number) {
  const body = JSON.stringify({ pauseMs });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(new URL('/language/behaviour', mailboxOf(product)), {
    method: 'POST',
    headers,
    body,
  });
  expect(answer.status).toBe(200);
}

test('the tab of the summary tells a person who reads the text that it is finished', async ({
  signedIn: page,
  url,
  product,
}) => {
  await open(page, url, { width: 360, height: 740 });
  await setModelPause(product, 300);
  await tabOf(page, 'Resumo').click();
  await page.getByRole('button', { name: 'Resumo conciso' }).click();
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeVisible();
  await tabOf(page, 'Texto').click();
  await expect(tabOf(page, 'Resumo')).toHaveAccessibleName('Resumo');
  await setModelPause(product, 0);
  await expect(tabOf(page, 'Resumo')).toHaveAccessibleName('Resumo , pronto');
  await expect(page.getByRole('status').getByText('Resumo pronto.')).toBeAttached();
  await tabOf(page, 'Resumo').click();
  await expect(article(page)).toBeVisible();
  await tabOf(page, 'Texto').click();
  await expect(tabOf(page, 'Resumo')).toHaveAccessibleName('Resumo');
});

test('the tab of the summary tells a person who reads the text that it failed', async ({
  signedIn: page,
  url,
}) => {
  let fail = () => {};
  const failureReleased = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/summary/generate', async (route) => {
    await failureReleased;
    const data = JSON.stringify({ error: 'O modelo não respondeu.', code: 'internal' });
    await route.fulfill({ contentType: 'text/event-stream', body: `event: failed\ndata: ${data}\n\n` });
  });
  await open(page, url, { width: 360, height: 740 });
  await tabOf(page, 'Resumo').click();
  await page.getByRole('button', { name: 'Resumo conciso' }).click();
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeVisible();
  await tabOf(page, 'Texto').click();
  fail();
  await expect(tabOf(page, 'Resumo')).toHaveAccessibleName('Resumo , com erro');
  const said = page.getByRole('status').getByText('Erro ao gerar resumo. Tente novamente.');
  await expect(said).toBeAttached();
  await tabOf(page, 'Resumo').click();
  await expect(page.getByRole('alert')).toContainText('Erro ao gerar resumo. Tente novamente.');
  // The alert of the open panel is enough.
  await expect(said).toBeHidden();
  await tabOf(page, 'Texto').click();
  await expect(tabOf(page, 'Resumo')).toHaveAccessibleName('Resumo');
});

test('a press on a template starts one summary while the edits of the text are saved', async ({
  signedIn: page,
  url,
}) => {
  let save = () => {};
  const saveReleased = new Promise<void>((resolve) => {
    save = resolve;
  });
  let asked = 0;
  await page.route('**/summary/generate', async (route) => {
    asked += 1;
    await route.continue();
  });
  await open(page, url, { width: 1_440, height: 900 });
  await page.route(/\/text$/, async (route) => {
    if (route.request().method() !== 'GET') await saveReleased;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await text(page).locator('[contenteditable]').first().pressSequentially('um');
  await page.getByRole('button', { name: 'Resumo conciso' }).click();
  await expect(page.getByRole('button', { name: 'Gerando...' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Ata de reunião' })).toBeHidden();
  expect(asked).toBe(0);
  save();
  await expect(article(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resumo conciso: fazer outro resumo' })).toBeVisible();
  expect(asked).toBe(1);
});

for (const size of [
  { width: 360, height: 740 },
  { width: 1_440, height: 900 },
])
  test(`one press on a template streams the summary in view, at ${size.width} px`, async ({
    signedIn: page,
    url,
    product,
  }) => {
    await open(page, url, size);
    await showTab(page, 'Resumo');
    await expect(panel(page).getByRole('list').getByRole('button')).toHaveText([
      'Resumo conciso',
      'Ata de reunião',
      'Aula em tópicos',
      'Entrevista',
      'Decisões e tarefas',
      'Roteiro para redes sociais',
    ]);
    await expectWellDrawn(page);
    await setModelPause(product, 300);
    await page.getByRole('button', { name: 'Ata de reunião' }).click();
    const line = page.locator('[aria-busy="true"] .summary-text').locator('p, li').first();
    await expect(line).toBeInViewport();
    const [lineBox, playerBox] = [await boxOf(line), await boxOf(player(page))];
    expect(lineBox.y + 24).toBeLessThan(playerBox.y);
    await setModelPause(product, 0);
    await expect(page.getByRole('button', { name: 'Gerar novamente com este prompt' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Ata de reunião: fazer outro resumo' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Resumo gerado:' })).toBeVisible();
  });

const recordShifts = `
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    shifts.push({ value, moved: sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 120)) });
}).observe({ type: 'layout-shift' });`;

test('hardly anything moves when the summary arrives later than the text', async ({
  signedIn: page,
  summarised,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/summaries', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(summarised);
  await expect(text(page)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Posição na gravação' })).toBeVisible();
  await page.evaluate(recordShifts);
  answer();
  await expect(page.locator('.summary-text')).not.toBeEmpty();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const shifts = await page.evaluate<{ value: number }[]>('shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.05);
});
