import type { Page } from '@playwright/test';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { drop } from '../fixtures/dropped-files.ts';
import { expectWellDrawn } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { openLine } from '../fixtures/slow-line.ts';
import { address, choose, detail, heavy, sending, submit, tray } from '../fixtures/upload-page.ts';

const homeRows = (page: Page) =>
  page.getByRole('region', { name: 'Últimas transcrições' }).getByRole('listitem');
const idOf = (href: string | null) => href?.split('/').at(-1) ?? '';

test('a sent file keeps its card through the queue, what is heard and the text, alike on all screens', {
  tag: '@phone-too',
}, async ({ signedIn: page, library }) => {
  await page.goto(address);
  await choose(
    page,
    { name: 'um.mp3', buffer: await recordingOf(3) },
    { name: 'dois.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  const card = sending(page).filter({ hasText: 'um.mp3' });
  const open = card.getByRole('link', { name: 'Abrir um.mp3' });
  await expect(card).toContainText('pronta', { timeout: 30_000 });
  await expect(sending(page).filter({ hasText: 'dois.mp3' })).toContainText('pronta', { timeout: 30_000 });

  // The engine of the tests ends too soon to be seen, so set the states of a long recording.
  const id = idOf(await open.getAttribute('href'));
  await library.change(id, { status: 'pending', reason: 'waiting_for_turn', heardMs: 0, completedAt: null });
  await expect(card).toContainText('na fila');
  const half = { durationMs: 600_000, heardMs: 150_000, heardAtStartMs: 0 };
  await library.change(id, {
    status: 'processing',
    reason: null,
    ...half,
    startedAt: new Date(Date.now() - 60_000),
  });
  await library.hear(id, ['Bom dia.', 'A cidade inteira apagava às dez.']);
  await expect(card).toContainText(/ouvindo 27% · faltam? \d/);
  await expect(card.getByRole('progressbar', { name: 'Transcrição de um.mp3' })).toHaveAttribute(
    'aria-valuenow',
    '27',
  );
  await expect(card).toContainText('“A cidade inteira apagava às dez.”');
  await expectWellDrawn(page);

  await page.evaluate(`document.querySelector('a[href="/dashboard"]').click()`);
  const row = homeRows(page).filter({ hasText: 'um.mp3' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('ouvindo 27%');
  await expect(row).toContainText('“A cidade inteira apagava às dez.”');
  await page.evaluate(`document.querySelector('a[href="/dashboard/transcricoes"]').click()`);
  await expect(page.getByText('Em andamento27%')).toHaveCount(1);

  await page.goBack();
  await expect(row).toContainText('ouvindo 27%');
  await page.goBack();
  await expect(card).toContainText('ouvindo 27%');
  await library.change(id, { status: 'failed', reason: 'engine_refused', completedAt: null });
  await expect(card).toContainText('com erro');
  await expectWellDrawn(page);
  await library.change(id, { isDeleted: true, deletedAt: new Date() });
  await expect(card).toHaveCount(0);
});

test('the tray follows a sent file on other pages, until one of them shows its text', {
  tag: '@every-size',
}, async ({ signedIn: page, library }) => {
  const go = (path: string) => page.evaluate(`document.querySelector('a[href="${path}"]').click()`);
  await page.goto(address);
  await choose(
    page,
    { name: 'um.mp3', buffer: await recordingOf(3) },
    { name: 'dois.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  await expect(sending(page).getByText(/pronta/)).toHaveCount(4, { timeout: 30_000 });
  const id = idOf(await page.getByRole('link', { name: 'Abrir um.mp3' }).getAttribute('href'));
  await page.getByRole('button', { name: 'Tirar dois.mp3 da lista' }).click();
  const heard = { durationMs: 600_000, heardMs: 150_000, heardAtStartMs: 0, reason: null };
  await library.change(id, { status: 'processing', ...heard, startedAt: new Date(), completedAt: null });
  await go('/dashboard/conta');
  await expect(tray(page).getByRole('button', { name: 'Ouvindo 27%' })).toBeVisible();
  await library.hear(id, ['A cidade inteira apagava às dez.']);
  await tray(page).getByRole('button', { name: 'Ouvindo 27%' }).click();
  await expect(tray(page)).toContainText('“A cidade inteira apagava às dez.”');
  await expectWellDrawn(page);

  await go('/dashboard');
  await expect(homeRows(page).filter({ hasText: 'um.mp3' })).toContainText('ouvindo 27%');
  await expect(tray(page)).toHaveCount(0);
  await go('/dashboard/conta');
  await expect(tray(page)).toContainText('Ouvindo 27%');
  await library.change(id, { status: 'completed', heardMs: 600_000, completedAt: new Date() });
  await expect(page.getByRole('status').filter({ hasText: '1 transcrição pronta' })).toHaveCount(1);
  await expectWellDrawn(page);
  await tray(page).getByRole('link', { name: 'Abrir', exact: true }).click();
  await expect(page).toHaveURL(detail);
  await expect(tray(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
});

test('the tray of texts that are ready closes with one press', async ({ signedIn: page }) => {
  await page.goto(address);
  await choose(
    page,
    { name: 'um.mp3', buffer: await recordingOf(3) },
    { name: 'dois.mp3', buffer: await recordingOf(4) },
  );
  await submit(page).click();
  await page.getByRole('link', { name: 'Conta' }).first().click();
  await expect(tray(page)).toContainText('2 transcrições prontas', { timeout: 30_000 });
  await expect(tray(page).getByRole('link', { name: 'Ver', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/transcricoes',
  );
  await tray(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(tray(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeFocused();
});

test('a file on its way is a row of home and of the list until it is one of their transcriptions', {
  tag: '@every-size',
}, async ({ signedIn: page }) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 40_000 });
  await choose(
    page,
    { name: 'aula.mp3', buffer: await heavy(600_000) },
    { name: 'outra.mp3', buffer: await heavy(600_001) },
  );
  await submit(page).click();
  await page.evaluate(`document.querySelector('a[href="/dashboard"]').click()`);
  const row = homeRows(page).filter({ hasText: 'aula.mp3' });
  await expect(row).toContainText(/enviando [1-9]\d?%/);
  await expect(row.getByRole('link')).toHaveAttribute('href', address);
  await expectWellDrawn(page);
  await page.evaluate(`document.querySelector('a[href="/dashboard/transcricoes"]').click()`);
  await expect(sending(page).filter({ hasText: 'aula.mp3' })).toContainText(/enviando \d+%/);
  await expectWellDrawn(page);
  await page.goBack();
  await expect(row).toContainText(/enviando \d+%/);
  await page.evaluate(`globalThis.gaps = 0; new MutationObserver(() => {
    if (!document.body.textContent.includes('aula.mp3')) globalThis.gaps += 1;
  }).observe(document.body, { childList: true, subtree: true }); 0`);
  await line();
  await expect(row).not.toContainText(/enviando|na fila|ouvindo|conferindo/, { timeout: 45_000 });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('link')).toHaveAttribute('href', /transcricoes/);
  expect(await page.evaluate('gaps')).toBe(0);
});

test('a short file keeps its row on a slow line, until the list has its text', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Nenhuma transcrição registrada este mês.')).toBeVisible();
  await page.context().route('**/api/dashboard', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue();
  });
  await drop(page, [{ name: 'aula.mp3', buffer: await recordingOf(3) }]);
  const row = homeRows(page).filter({ hasText: 'aula.mp3' });
  await expect(row).toContainText('enviado');
  await page.evaluate(`globalThis.gaps = 0; new MutationObserver(() => {
    if (!document.querySelector('section[aria-labelledby=recent]').textContent.includes('aula.mp3')) gaps += 1;
  }).observe(document.body, { childList: true, subtree: true }); 0`);
  await expect(row).toContainText('pronta', { timeout: 30_000 });
  await expect(row).toContainText('menos de 1 min', { timeout: 15_000 });
  expect(await page.evaluate('gaps')).toBe(0);
});

test('more than three files on their way are one more row', async ({ signedIn: page }) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 10_000 });
  const sounds = await Promise.all([0, 1, 2, 3, 4].map((more) => heavy(300_000 + more)));
  await choose(page, ...sounds.map((buffer, at) => ({ name: `aula-${at}.mp3`, buffer })));
  await submit(page).click();
  await page.evaluate(`document.querySelector('a[href="/dashboard"]').click()`);
  await expect(homeRows(page)).toHaveCount(4);
  await homeRows(page).getByRole('link', { name: 'Mais 2 envios' }).click();
  await expect(sending(page)).toHaveCount(5);
});

test.describe('when the event stream is down', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the card asks for the state itself, and offers the text', async ({ signedIn: page }) => {
    await page.context().route('**/api/transcriptions/events', (route) => route.abort());
    await page.goto(address);
    await choose(
      page,
      { name: 'um.mp3', buffer: await recordingOf(3) },
      { name: 'dois.mp3', buffer: await recordingOf(4) },
    );
    await submit(page).click();
    await expect(sending(page).filter({ hasText: 'um.mp3' })).toContainText('pronta', { timeout: 30_000 });
    await page.getByRole('link', { name: 'Abrir um.mp3' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('um');
  });
});
