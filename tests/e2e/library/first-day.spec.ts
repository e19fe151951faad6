import type { Locator, Page } from '@playwright/test';
import { drop } from '../fixtures/dropped-files.ts';
import { expectNoSidewaysScroll, expectWellDrawn } from '../fixtures/fixtures.ts';
import { layoutShift, recordLayoutShifts } from '../fixtures/layout-shifts.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { tones } from '../fixtures/transcription-api.ts';

const example = (page: Page) => page.getByRole('region', { name: /^Exemplo com vozes sintéticas/ });
const word = (page: Page, text: string) => example(page).getByText(text, { exact: true }).first();
const spoken = (page: Page) => example(page).locator('[data-word][data-spoken]');
const opens = (page: Page) => page.getByRole('button', { name: 'Abrir uma transcrição de exemplo' });
const soundAddress = '**/api/transcriptions/example/sound';
const playerScript = '**/assets/example-player-*.js';
const wordStart = { experimentar: 9_532, conversar: 14_093 } as const;

const seconds = (page: Page) => page.evaluate<number>("document.querySelector('audio').currentTime");
const isHeard = (page: Page) => expect.poll(() => seconds(page)).toBeGreaterThan(0.3);

/** The top of the first line of each word: a word that moves to another line changes it. */
const placesIn = (card: Locator) =>
  card.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll('p, button')].map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return [Math.round(top - box.top), Math.round(height)];
    });
  });

test('one press from home plays the pressed word of the example, and the spoken word is marked', {
  tag: ['@always', '@phone-too'],
}, async ({ signedIn: page, db, account }) => {
  await page.goto('/dashboard');
  await expect(example(page)).toContainText('Toque numa palavra para ouvir.');
  await expectNoSidewaysScroll(page);
  await word(page, 'conversar').click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(wordStart.conversar / 1_000);
  expect(await seconds(page)).toBeLessThan(20);
  await expect(spoken(page)).toHaveCount(1);
  await example(page).getByRole('button', { name: 'Pausar' }).click();
  await word(page, 'experimentar').click();
  await expect(spoken(page)).toHaveText('experimentar');
  expect((await seconds(page)) * 1_000).toBeGreaterThanOrEqual(wordStart.experimentar);
  const { rows } = await db.execute(`select id from transcriptions where user_id = '${account.userId}'`);
  expect(rows).toEqual([]);
});

test('the keyboard plays the example from the entry strip on, seeks in it and opens it', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(example(page)).toContainText('Toque numa palavra para ouvir.');
  await example(page).getByRole('button', { name: 'Tocar' }).press('Enter');
  await isHeard(page);
  await expect(spoken(page)).toHaveCount(1);
  const slider = example(page).getByRole('slider', { name: 'Posição na gravação' });
  await slider.press('ArrowRight');
  await expect.poll(() => seconds(page)).toBeGreaterThan(5);
  await slider.press('End');
  await expect(example(page).getByRole('button', { name: 'Tocar' })).toBeVisible();
  await expect(spoken(page)).toHaveCount(0);
  await opens(page).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/transcricoes\/[0-9a-f-]{36}$/);
});

test('the card has its true height before its player is there, and nothing moves', {
  tag: '@every-size',
}, async ({ signedIn: page }) => {
  const asked = Promise.withResolvers<void>();
  const mayLoad = Promise.withResolvers<void>();
  await page.context().route(playerScript, async (route) => {
    asked.resolve();
    await mayLoad.promise;
    await route.continue();
  });
  await recordLayoutShifts(page);
  await page.goto('/dashboard');
  await asked.promise;
  await expect(example(page)).toContainText('O som está carregando.');
  const before = await placesIn(example(page).locator('> div').first());
  const heightBefore = (await example(page).boundingBox())?.height;
  mayLoad.resolve();
  await expect(example(page)).toContainText('Toque numa palavra para ouvir.');
  expect(await placesIn(example(page).locator('> div').first())).toEqual(before);
  expect((await example(page).boundingBox())?.height).toBe(heightBefore);
  const { sum, shifts } = await layoutShift(page);
  expect(sum, shifts).toBeLessThan(0.05);
});

test('an account that has only the example sees it and its row, and the button opens that row', async ({
  signedIn: page,
  library,
}) => {
  const [opened] = await library.insert([
    { title: 'Exemplo aberto', isExample: true, sentences: ['Olá!'] },
    { title: 'Apagada', isDeleted: true },
  ]);
  await page.goto('/dashboard');
  const rows = page.getByRole('region', { name: 'Últimas transcrições' }).getByRole('listitem');
  await expect(rows).toHaveText([/^Exemplo aberto/]);
  await word(page, 'experimentar').click();
  await expect(spoken(page)).toHaveCount(1);
  await expectWellDrawn(page);
  await opens(page).click();
  await expect(page).toHaveURL(`/dashboard/transcricoes/${opened}`);
});

test('an account that deleted the example sees it again', async ({ signedIn: page, library }) => {
  await library.insert([{ title: 'Exemplo aberto', isExample: true, isDeleted: true }]);
  await page.goto('/dashboard');
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  await word(page, 'experimentar').click();
  await expect(spoken(page)).toHaveCount(1);
});

test('an account with a recording of its own loads nothing of the example', async ({
  signedIn: page,
  library,
}) => {
  await library.insert([{ title: 'Aula', status: 'processing', usageState: 'reserved', durationMs: 60_000 }]);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Aula/ })).toBeVisible();
  await expect(opens(page)).toHaveCount(0);
  expect(loaded.filter((url) => /first-day|example-player|example\/sound/.test(url))).toEqual([]);
});

test('from the sign-in to the first own text are two actions: a dropped file, and its row', {
  tag: '@every-size',
}, async ({ page, account }) => {
  await recordLayoutShifts(page);
  await page.goto('/login');
  await page.getByLabel('E-mail', { exact: true }).fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(example(page)).toContainText('Toque numa palavra para ouvir.');

  await drop(page, [{ name: 'aula.mp3', buffer: await tones() }]);
  const row = page.getByRole('region', { name: 'Últimas transcrições' }).getByRole('listitem').first();
  await expect(row).toContainText('aula.mp3');
  await expect(example(page)).toHaveCount(0);
  // The transcription has not begun, because the drop may be undone for five seconds.
  await expect(row).toContainText('enviado');
  await expect(page.getByLabel('Seu mês em números')).toContainText(/Concluídas1/, { timeout: 45_000 });
  const { sum, shifts } = await layoutShift(page);
  expect(sum, shifts).toBeLessThan(0.05);

  await row.getByRole('link').first().click();
  await expect(page.locator('[data-word]').first()).toBeVisible();
});

test('in forced colours the spoken word and the place in the sound stay visible', async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  await word(page, 'experimentar').click();
  await expect(spoken(page)).toHaveCount(1);
  await example(page).getByRole('button', { name: 'Pausar' }).click();
  const colours = await page.evaluate<Record<'backgroundColor' | 'color' | 'around', string>>(`(() => {
    const { backgroundColor, color } = getComputedStyle(document.querySelector('[data-word][data-spoken]'));
    return { backgroundColor, color, around: getComputedStyle(document.body).backgroundColor };
  })()`);
  expect(colours.backgroundColor).not.toBe(colours.around);
  expect(colours.backgroundColor).not.toBe(colours.color);
});

test.describe('when the sound does not come', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the card says that the sound did not load, and the next press plays it', async ({
    signedIn: page,
  }) => {
    await page.context().route(soundAddress, (route) => route.abort());
    await page.goto('/dashboard');
    await word(page, 'conversar').click();
    await expect(example(page).getByRole('alert')).toContainText('O som não carregou.');
    await page.context().unroute(soundAddress);
    await example(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => seconds(page)).toBeGreaterThan(wordStart.conversar / 1_000);
    await expect(example(page).getByRole('alert')).toHaveCount(0);
  });

  test('the card says that its player did not load, and offers it again', async ({ signedIn: page }) => {
    await page.context().route(playerScript, (route) => route.abort());
    await page.goto('/dashboard');
    await expect(example(page).getByRole('alert')).toContainText('O som não carregou.');
    await expectNoSidewaysScroll(page);
    await page.context().unroute(playerScript);
    await example(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await word(page, 'experimentar').click();
    await expect(spoken(page)).toHaveCount(1);
  });

  test('the card says that the browser blocked the sound, and the next press plays it', async ({
    signedIn: page,
  }) => {
    // As a browser that a person or an administrator told to block sounds.
    await page.addInitScript(`{
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = async function () {
        HTMLMediaElement.prototype.play = play;
        throw new DOMException('play() failed', 'NotAllowedError');
      };
    }`);
    await page.goto('/dashboard');
    await word(page, 'conversar').click();
    await expect(example(page).getByRole('alert')).toContainText('O navegador bloqueou o som.');
    await example(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect.poll(() => seconds(page)).toBeGreaterThan(wordStart.conversar / 1_000);
    await expect(example(page).getByRole('alert')).toHaveCount(0);
  });
});
