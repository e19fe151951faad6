import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { probeMedia } from '#server/adapters/media/probe.ts';
import { findChromium } from '#tests/helpers/find-chromium.ts';
import { writeTones } from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { test as base, expect, expectWellDrawn } from '../fixtures/fixtures.ts';
import { signedInAccount, signInByPassword } from '../fixtures/real-account.ts';

/** The browser's fake microphone repeats the keys 1, 5 and 9 within five seconds. */
const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await using folder = await temporaryFolder({ fast: true });
      await writeTones(folder.path);
      const args = [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${join(folder.path, 'tones.wav')}`,
      ];
      await use({ ...launchOptions, ...findChromium(), args });
    },
    { scope: 'worker' },
  ],
});

const address = '/dashboard/novo-arquivo';
const detail = /\/dashboard\/transcricoes\/[0-9a-f-]{36}$/;

const allow = (page: Page) => page.context().grantPermissions(['microphone']);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const chosen = (page: Page) => page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem');
const unsent = (page: Page) =>
  page.getByRole('list', { name: 'Gravações não enviadas' }).getByRole('listitem');
const elapsed = (page: Page) => page.getByRole('timer', { name: 'Tempo gravado' });

/** Opens the card with the sound check. */
async function open(page: Page) {
  await allow(page);
  await page.goto(address);
  await button(page, 'Gravar pelo microfone').click();
  await expect(button(page, 'Começar a gravar')).toBeFocused();
}

async function record(page: Page) {
  await open(page);
  await button(page, 'Começar a gravar').click();
  await expect(elapsed(page)).toHaveText('0:03');
}

/** Finds visible text, without text for screen readers. */
const shown = (page: Page, text: string | RegExp) => page.getByText(text).and(page.locator(':not(.sr-only)'));

async function expectWellDrawnThenReset(page: Page) {
  await expectWellDrawn(page);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
}

const acceptDialogs = (page: Page) => {
  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  return dialogTypes;
};

/** Answers with a plan whose month has `seconds` left. */
const limitPlanTo = (page: Page, seconds: number) =>
  page.context().route('**/api/auth/plan', (route) =>
    route.fulfill({
      json: { plan: 'free', usedHours: 0, hoursLimit: seconds / 3_600, maxFileMinutes: 10, features: [] },
    }),
  );

test('a microphone recording becomes a text', { tag: '@always' }, async ({ signedIn: page }) => {
  await record(page);
  await button(page, 'Pausar').click();
  await expect(shown(page, 'Em pausa')).toBeVisible();
  await expect(button(page, 'Continuar')).toBeFocused();
  const paused = await elapsed(page).textContent();
  await page.waitForTimeout(2_000);
  await expect(elapsed(page)).toHaveText(paused ?? '');
  await button(page, 'Continuar').click();
  await expect(elapsed(page)).toHaveText('0:07', { timeout: 8_000 });
  await button(page, 'Concluir').click();
  await expect(page.getByText(/^A gravação de [78] s está pronta para enviar\.$/)).toBeVisible();
  await expect(button(page, 'Gravar pelo microfone')).toBeFocused();
  await expect(chosen(page)).toContainText([/^Gravação de .+\.ogg.+[78] s/]);
  const name = /^Gravação de \d.+?\d\dh\d\d/.exec((await chosen(page).textContent()) ?? '')?.[0] ?? '-';
  await button(page, 'Enviar e transcrever').click();
  await expect(page).toHaveURL(detail);
  // The text contains three keys, in an order that depends on the position of the fake microphone.
  await expect(
    page
      .locator('main')
      .getByText(/^[159]$/)
      .nth(2),
  ).toBeVisible({ timeout: 15_000 });
  // The first words come before the end, and the home page lists only completed transcriptions.
  await expect(button(page, 'Baixar')).toBeVisible({ timeout: 15_000 });
  // Form, page, home and list name the recording alike (decision 025).
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(new RegExp(`^${name}`));
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  await page.goto('/dashboard/transcricoes');
  await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();
  await page.goto(address);
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
});

test('the page offers the recording up to its last second after a reload', {
  tag: ['@phone-too', '@always'],
}, async ({ signedIn: page }) => {
  test.slow();
  const dialogTypes = acceptDialogs(page);
  await record(page);
  await expect(elapsed(page)).toHaveText('0:05');
  await page.reload();
  expect(dialogTypes).toEqual(['beforeunload']);
  const row = unsent(page).first();
  await expect(row).toContainText(
    /^Encontramos uma gravação de [45] s feita hoje às \d\d:\d\d que não foi enviada\./,
  );
  await expectWellDrawnThenReset(page);

  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Baixar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Gravação de .+\d\dh\d\d\.ogg$/);
  const { durationSeconds, chosen: track } = await probeMedia({ path: await file.path() });
  expect(track.codec).toBe('opus');
  expect(durationSeconds).toBeGreaterThan(3.5);
  expect(durationSeconds).toBeLessThan(6);

  await row.getByRole('button', { name: 'Ouvir' }).click();
  await expect(row.getByLabel('Gravação guardada')).toBeVisible();
  const { poll } = expect;
  await poll(() => page.evaluate('document.querySelector("audio").currentTime')).toBeGreaterThan(0.3);
  await page.evaluate('document.querySelector("audio").pause()');
  await expectWellDrawnThenReset(page);
});

test('another tab sends a crashed tab’s recording, and offers it again after its removal from the list', async ({
  signedIn: crashing,
  context,
}) => {
  await record(crashing);
  const session = await context.newCDPSession(crashing);
  // A crashed page never answers.
  void session.send('Page.crash').catch(() => {});
  await crashing.waitForEvent('crash');
  const page = await context.newPage();
  await page.goto(address);
  const send = unsent(page).getByRole('button', { name: 'Enviar' });
  await send.click();
  await expect(unsent(page)).toHaveCount(0);
  await expect(chosen(page)).toContainText([/Gravação de/]);
  await expect(page.getByText(/^A gravação de [2-4] s está pronta para enviar\.$/)).toBeVisible();
  await expect(button(page, 'Gravar pelo microfone')).toBeFocused();
  await page.getByRole('button', { name: /^Tirar Gravação/ }).click();
  await expect(unsent(page)).toHaveCount(1);
  await send.click();
  await expect(chosen(page)).toHaveCount(1);
  await button(page, 'Enviar e transcrever').click();
  await expect(page).toHaveURL(detail);
});

test('the page offers a stopped, unsent recording when its owner returns', async ({ signedIn: page }) => {
  await record(page);
  await button(page, 'Concluir').click();
  await expect(chosen(page)).toHaveCount(1);
  await expect(unsent(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Conta' }).first().click();
  await expect(page.getByRole('heading', { name: 'Conta', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(unsent(page)).toHaveCount(1);
  await button(page, 'Descartar').click();
  await expect(unsent(page)).toHaveCount(0);
  await expect(button(page, 'Gravar pelo microfone')).toBeFocused();
  await page.reload();
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
});

test('the page asks before its owner leaves it, and keeps the recording', async ({ signedIn: page }) => {
  await record(page);
  await page.getByRole('link', { name: 'Conta' }).first().click();
  const dialog = page.getByRole('alertdialog', { name: 'Parar a gravação e sair?' });
  await expect(dialog).toBeVisible();
  await expectWellDrawnThenReset(page);
  await dialog.getByRole('button', { name: 'Continuar gravando' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(shown(page, 'Gravando')).toBeVisible();
  await page.getByRole('link', { name: 'Conta' }).first().click();
  await dialog.getByRole('button', { name: 'Parar e sair' }).click();
  await expect(page.getByRole('heading', { name: 'Conta', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(unsent(page)).toHaveCount(1);
});

test('only one tab records at a time, and other tabs do not offer its recording', async ({
  signedIn: page,
  context,
}) => {
  await record(page);
  const other = await context.newPage();
  await other.goto(address);
  await button(other, 'Gravar pelo microfone').click();
  await expect(other.getByText('Já há uma gravação em outra aba.')).toBeVisible();
  await expect(unsent(other)).toHaveCount(0);
  await button(page, 'Concluir').click();
  await expect(chosen(page)).toHaveCount(1);
  await expect(unsent(other)).toHaveCount(0);
  // A closed tab cannot notify other tabs, but the browser releases its lock.
  await page.close();
  await expect(unsent(other)).toHaveCount(1);
  await other.close();
});

/** Returns the ids of recordings in the browser's database, from their metadata and their sound chunks. */
const storedRecordings = (page: Page) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const request = indexedDB.open('escriba-recordings', 1);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const transaction = database.transaction(['recordings', 'pieces']);
      const heads = transaction.objectStore('recordings').getAllKeys();
      const pieces = transaction.objectStore('pieces').getAllKeys();
      transaction.oncomplete = () => {
        database.close();
        resolve([...new Set([...heads.result, ...pieces.result.map(([id]) => id)])]);
      };
    };
  })`) as Promise<string[]>;

test('signing out asks, then deletes all recordings, including one in progress in another tab', {
  tag: '@always',
}, async ({ signedIn: page, context }) => {
  await record(page);
  await button(page, 'Concluir').click();
  await expect(chosen(page)).toHaveCount(1);
  const other = await context.newPage();
  await record(other);
  await expect.poll(async () => (await storedRecordings(page)).length).toBe(2);
  const messages: string[] = [];
  page.once('dialog', (dialog) => {
    messages.push(dialog.message());
    void dialog.dismiss();
  });
  await button(page, 'Sair').click();
  const question = 'Há uma gravação não enviada neste navegador. Ela será apagada. Sair mesmo assim?';
  await expect.poll(() => messages).toEqual([question]);
  await expect(page).toHaveURL(address);
  expect(await storedRecordings(page)).toHaveLength(2);
  acceptDialogs(other);
  page.once('dialog', (dialog) => void dialog.accept());
  await button(page, 'Sair').click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await expect.poll(() => storedRecordings(page)).toEqual([]);
});

test('only its own account sees a recording after the session has ended elsewhere', {
  tag: '@always',
}, async ({ signedIn: page, product, account }) => {
  await record(page);
  await button(page, 'Concluir').click();
  await expect(chosen(page)).toHaveCount(1);
  const before = await storedRecordings(page);
  await page.context().clearCookies();
  const other = await signedInAccount(page, product);
  await page.goto(address);
  await expect(page.getByText(other.email)).toBeVisible();
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
  // The other account has no recording, so its sign-out must neither ask nor delete.
  await button(page, 'Sair').click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedRecordings(page)).toEqual(before);
  await signInByPassword(page, product, account);
  await page.goto(address);
  await expect(unsent(page)).toHaveCount(1);
  await button(page, 'Enviar').click();
  await expect(chosen(page)).toHaveCount(1);
  await button(page, 'Enviar e transcrever').click();
  await expect(page).toHaveURL(detail);
});

test.describe('when the microphone is not available', () => {
  test('the page explains how to allow the microphone', { tag: '@phone-too' }, async ({ signedIn: page }) => {
    await page.goto(address);
    await button(page, 'Gravar pelo microfone').click();
    await expect(page.getByRole('alert').filter({ hasText: 'não deu acesso' })).toContainText(
      'Toque no ícone ao lado do endereço da página, permita o microfone e tente de novo.',
    );
    await expect(button(page, 'Gravar pelo microfone')).toBeFocused();
    await expectWellDrawnThenReset(page);
    await allow(page);
    await button(page, 'Gravar pelo microfone').click();
    await expect(button(page, 'Começar a gravar')).toBeVisible();
    await expect(page.getByText('não deu acesso')).toHaveCount(0);
  });

  for (const [name, text] of [
    ['NotFoundError', 'Não encontramos um microfone.'],
    ['NotReadableError', 'O microfone não respondeu: outro programa pode estar usando.'],
  ] as const)
    test(`the page gives the reason for ${name}`, async ({ signedIn: page }) => {
      await page.addInitScript(`
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'));
      `);
      await page.goto(address);
      await button(page, 'Gravar pelo microfone').click();
      await expect(page.getByText(text)).toBeVisible();
    });

  test('the page explains that the microphone needs HTTPS', async ({ signedIn: page }) => {
    await page.addInitScript('Object.defineProperty(window, "isSecureContext", { value: false })');
    await page.goto(address);
    await button(page, 'Gravar pelo microfone').click();
    await expect(page.getByText('O navegador só libera o microfone em endereços seguros.')).toBeVisible();
  });
});

test('the page reports a silent microphone before and during the recording', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  test.slow();
  await page.addInitScript(`{
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      for (const track of stream.getTracks()) track.enabled = false;
      return stream;
    };
  }`);
  const unheard = page.getByText('Não estamos ouvindo nada. Confira o microfone.');
  await open(page);
  await expect(unheard).toBeVisible({ timeout: 13_000 });
  await expectWellDrawnThenReset(page);
  await page.getByLabel('Microfone').selectOption({ label: 'Fake Audio Input 2' });
  await expect(unheard).toHaveCount(0);
  await button(page, 'Começar a gravar').click();
  await expect(unheard).toBeVisible({ timeout: 13_000 });
  await expectWellDrawnThenReset(page);
  await button(page, 'Pausar').click();
  await expect(unheard).toHaveCount(0);
  await button(page, 'Descartar').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect(button(page, 'Continuar')).toBeVisible();
  await button(page, 'Descartar').click();
  const dialog = page.getByRole('alertdialog', { name: 'Descartar a gravação?' });
  await expect(dialog).toContainText(/A gravação de \d+ s será apagada deste navegador\./);
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await expect(unsent(page)).toHaveCount(0);
});

test('the page does not offer a discarded recording, even if it closes before it deletes the sound', async ({
  signedIn: page,
}) => {
  await page.addInitScript(`if (sessionStorage.getItem('left') === null)
    IDBObjectStore.prototype.delete = () => { throw new DOMException('too late', 'AbortError'); };`);
  await record(page);
  await button(page, 'Descartar').click();
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await page.evaluate("sessionStorage.setItem('left', 'yes')");
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
    await expect(unsent(page)).toHaveCount(0);
  }
  expect(await page.evaluate("localStorage.getItem('escriba.discardedRecordings')")).toBeNull();
});

test('the page remembers the chosen microphone', async ({ signedIn: page }) => {
  await open(page);
  const select = page.getByLabel('Microfone');
  await expect(select.getByRole('option')).toHaveText(['Fake Audio Input 1', 'Fake Audio Input 2']);
  await select.selectOption({ label: 'Fake Audio Input 2' });
  await button(page, 'Cancelar').click();
  await page.reload();
  await button(page, 'Gravar pelo microfone').click();
  await expect(select.getByRole('option', { selected: true })).toHaveText('Fake Audio Input 2');
});

test('the page warns a minute before the plan’s limit, and ends the recording at the limit', async ({
  signedIn: page,
}) => {
  await limitPlanTo(page, 64);
  await record(page);
  const notice = page.getByText('Falta 1 minuto para o limite de 1 min.');
  await expect(notice).toBeVisible();
  await expectWellDrawnThenReset(page);
  await button(page, 'Descartar').click();
  await page.context().unroute('**/api/auth/plan');

  await limitPlanTo(page, 5);
  await page.reload();
  await button(page, 'Gravar pelo microfone').click();
  await button(page, 'Começar a gravar').click();
  await expect(page.getByText(/^A gravação chegou ao limite de [45] s e parou\./)).toBeVisible();
  await expect(chosen(page)).toHaveCount(1);
});

test('the record button is disabled when the plan’s month is used up', async ({ signedIn: page }) => {
  await limitPlanTo(page, 0);
  await page.goto(address);
  await expect(button(page, 'Gravar pelo microfone')).toBeDisabled();
});

test('the page reports when storage space runs low or out', async ({ signedIn: page }) => {
  await page.addInitScript(`
    window.freeBytes = 9_000_000;
    navigator.storage.estimate = async () => ({ quota: 1_000 + window.freeBytes, usage: 1_000 });
  `);
  await record(page);
  await expect(
    page.getByText('O espaço livre deste navegador dá para mais 8 min de gravação.'),
  ).toBeVisible();
  await expectWellDrawnThenReset(page);
  await button(page, 'Descartar').click();
  await page.evaluate('window.freeBytes = 0');
  await button(page, 'Gravar pelo microfone').click();
  await expect(page.getByText('Não há espaço para guardar a gravação neste navegador.')).toBeVisible();
});

test('the page ends and keeps the recording when the disk is full', async ({ signedIn: page, product }) => {
  await open(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: 1 });
  await button(page, 'Começar a gravar').click();
  await expect(page.getByText(/^O espaço deste navegador acabou, e a gravação parou\./)).toBeVisible();
  await expect(chosen(page)).toContainText([/ · [1-9] s/]);
});

test('the page ends and keeps the recording when the microphone is unplugged', async ({ signedIn: page }) => {
  await page.addInitScript(`{
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => (window.stream = await open(constraints));
  }`);
  await record(page);
  await page.evaluate('window.stream.getTracks().forEach((track) => track.stop())');
  await expect(page.getByText(/^O microfone foi desconectado, e a gravação parou\./)).toBeVisible();
  await expect(chosen(page)).toHaveCount(1);
});

test('the page reports that it cannot store the recording, and still records', async ({ signedIn: page }) => {
  await page.addInitScript('indexedDB.open = () => { throw new DOMException("", "SecurityError"); }');
  await record(page);
  await expect(page.getByText(/^Este navegador não está guardando a gravação\./)).toBeVisible();
  await button(page, 'Concluir').click();
  await expect(chosen(page)).toHaveCount(1);
});

test('a browser that records only WebM sends Ogg', async ({ signedIn: page }) => {
  await page.addInitScript('MediaRecorder.isTypeSupported = (type) => type.includes("webm")');
  acceptDialogs(page);
  await record(page);
  await page.reload();
  const download = page.waitForEvent('download');
  await button(page, 'Baixar').click();
  const { container, durationSeconds } = await probeMedia({ path: await (await download).path() });
  expect(container).toBe('ogg');
  expect(durationSeconds).toBeGreaterThan(1.9);
  expect(durationSeconds).toBeLessThan(5);
});

test('a user of the keyboard controls a recording', { tag: '@phone-too' }, async ({ signedIn: page }) => {
  await allow(page);
  await page.goto(address);
  await expect(button(page, 'Gravar pelo microfone')).toBeVisible();
  await expectWellDrawnThenReset(page);
  await button(page, 'Gravar pelo microfone').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Começar a gravar')).toBeFocused();
  await expectWellDrawnThenReset(page);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Pausar')).toBeFocused();
  await expectWellDrawnThenReset(page);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Continuar')).toBeFocused();
  await expectWellDrawnThenReset(page);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Descartar')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, 'Concluir')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Gravar pelo microfone')).toBeFocused();
  await expect(chosen(page)).toHaveCount(1);
  await expectWellDrawnThenReset(page);
});
