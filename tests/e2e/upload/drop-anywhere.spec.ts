import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { usageMonths } from '#server/adapters/db/schema/plans.ts';
import { transcriptions, uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { drop, isDropTaken, paste, transferOf } from '../fixtures/dropped-files.ts';
import { expect, expectWellDrawn, test, toastOf } from '../fixtures/fixtures.ts';
import { openLine } from '../fixtures/slow-line.ts';
import { storedUploads } from '../fixtures/stored-uploads.ts';
import { heavy, tray } from '../fixtures/upload-page.ts';

const sent = (name: string) => `“${name}” foi enviado. A transcrição começou.`;
const undo = '[aria-keyshortcuts]';

async function openAccount(page: Page) {
  await page.goto('/dashboard/conta');
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
}

const aula = async () => ({ name: 'aula.mp3', buffer: await recordingOf(3) });

test('a file dropped on home is sent and transcribed in the language used last', {
  tag: '@always',
}, async ({ signedIn: page, account }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Solte um áudio ou vídeo em qualquer lugar')).toBeVisible();
  await page.evaluate(`localStorage.setItem('escriba.language.${account.userId}', 'es')`);
  const files = [await aula()];
  const dataTransfer = await transferOf(page, ...files);
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await expect(page.getByText('Solte para transcrever')).toBeVisible();
  const creation = page.waitForRequest((request) => request.url().endsWith('/api/transcribe'));
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  await expect(page.getByText('Solte para transcrever')).toHaveCount(0);
  await expect(tray(page).getByRole('button', { name: /^(Enviando \d+%|1 arquivo enviado)$/ })).toBeVisible();
  await expect(tray(page).getByRole('button', { name: 'Desfazer' })).toBeVisible();
  expect((await creation).postDataJSON()).toMatchObject({ language: 'es' });
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
  await expect(page.getByRole('region', { name: 'Últimas transcrições' })).toContainText('aula.mp3');
  await expect(tray(page)).toHaveCount(0);
});

test('an undo leaves no bytes, no browser data, no transcription and no used hours', {
  tag: '@every-size',
}, async ({ signedIn: page, account, db }) => {
  const calls: string[] = [];
  page.on(
    'request',
    (request) => void (request.url().endsWith('/api/transcribe') && calls.push('transcribe')),
  );
  await openAccount(page);
  const stored = () => db.select().from(uploads).where(eq(uploads.userId, account.userId));

  // All bytes have arrived, and the transcription has yet to begin.
  await drop(page, [await aula(), { name: 'coral.mp3', buffer: await recordingOf(4) }]);
  await expect(
    page.getByRole('status').filter({ hasText: /^Enviando “aula\.mp3” e “coral\.mp3”/ }),
  ).toHaveText('Enviando “aula.mp3” e “coral.mp3”. Para desfazer, pressione Ctrl+Z.');
  await expect(tray(page).getByRole('button', { name: '2 arquivos enviados' })).toBeVisible();
  await tray(page).getByRole('button', { name: 'Desfazer' }).hover();
  expect(await stored()).toHaveLength(2);
  await expectWellDrawn(page);
  await tray(page).getByRole('button', { name: 'Desfazer' }).click();
  await expect(toastOf(page, '2 envios desfeitos.')).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeFocused();
  await expect.poll(async () => (await stored()).length).toBe(0);
  await expect.poll(() => storedUploads(page)).toEqual([]);

  // The bytes are on their way.
  const line = await openLine(page);
  await line({ bytesPerSecond: 60_000 });
  await drop(page, [{ name: 'longa.mp3', buffer: await heavy(600_000) }]);
  await expect(tray(page).getByRole('button', { name: /^Enviando [1-9]\d?%$/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(toastOf(page, 'Envio desfeito.')).toBeVisible();
  await line();
  await expect.poll(async () => (await stored()).length).toBe(0);
  await expect.poll(() => storedUploads(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  await expect(tray(page)).toHaveCount(0);
  expect(calls).toEqual([]);
  expect(await db.select().from(transcriptions).where(eq(transcriptions.userId, account.userId))).toEqual([]);
  expect(await db.select().from(usageMonths).where(eq(usageMonths.userId, account.userId))).toEqual([]);
});

test('a sign-out during the five seconds deletes the bytes on the server', async ({
  signedIn: page,
  account,
  db,
}) => {
  const stored = () => db.select().from(uploads).where(eq(uploads.userId, account.userId));
  await openAccount(page);
  await drop(page, [await aula()]);
  await expect(tray(page).getByRole('button', { name: '1 arquivo enviado' })).toBeVisible();
  expect(await stored()).toHaveLength(1);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await stored()).length).toBe(0);
  expect(await page.evaluate('Object.keys(localStorage)')).not.toContainEqual(
    expect.stringContaining('discardedUpload'),
  );
});

test.describe('when the connection is lost', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('an undo says that a copy is left, and deletes it when the connection returns', async ({
    signedIn: page,
    account,
    db,
  }) => {
    const stored = () => db.select().from(uploads).where(eq(uploads.userId, account.userId));
    await openAccount(page);
    const line = await openLine(page);
    await drop(page, [await aula()]);
    await expect(tray(page).getByRole('button', { name: '1 arquivo enviado' })).toBeVisible();
    await line({ offline: true });
    await page.keyboard.press('Control+z');
    await expect(
      toastOf(page, 'O envio parou. A cópia no servidor será apagada quando a conexão voltar.'),
    ).toBeVisible();
    expect(await stored()).toHaveLength(1);
    await line();
    await expect.poll(async () => (await stored()).length).toBe(0);
    await expect
      .poll(() => page.evaluate("Object.keys(localStorage).filter((key) => key.includes('discarded'))"))
      .toEqual([]);
  });
});

test('the five seconds of the undo stop on its button only, for twenty seconds at most', async ({
  signedIn: page,
}) => {
  await page.clock.install();
  await openAccount(page);
  await paste(page, [await aula()]);
  await expect(tray(page).getByRole('button', { name: '1 arquivo enviado' })).toBeVisible();
  await page.locator(undo).focus();
  await page.clock.runFor(8_000);
  await expect(page.locator(undo)).toBeFocused();
  await page.locator(undo).hover();
  await page.locator(undo).blur();
  await page.clock.runFor(7_000);
  await page.locator(undo).focus();
  await page.clock.runFor(6_000);
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
  await expect(page.locator(undo)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeFocused();

  // A look at the files is no decision about their undo.
  await paste(page, [{ name: 'coral.mp3', buffer: await recordingOf(4) }]);
  await tray(page).getByRole('button', { name: '1 arquivo enviado' }).click();
  await expect(tray(page).getByRole('list', { name: 'Arquivos' })).toContainText('coral.mp3');
  await page.clock.runFor(6_000);
  await expect(toastOf(page, sent('coral.mp3'))).toBeVisible();
});

test('a tray that leaves under the pointer or the focus does not hold the next file', async ({
  signedIn: page,
}) => {
  await openAccount(page);
  await drop(page, [await aula()]);
  await page.locator(undo).hover();
  await page.locator(undo).focus();
  await page.keyboard.press('Control+z');
  await expect(tray(page)).toHaveCount(0);
  await page.mouse.move(10, 10);
  await drop(page, [{ name: 'coral.mp3', buffer: await recordingOf(4) }]);
  await expect(toastOf(page, sent('coral.mp3'))).toBeVisible();
  await expect(tray(page)).toContainText('transcrição pronta', { timeout: 30_000 });
  await tray(page).getByRole('button', { name: 'Fechar' }).click();
  await expect(tray(page)).toHaveCount(0);
  await page.mouse.move(10, 10);
  await drop(page, [{ name: 'palestra.mp3', buffer: await recordingOf(5) }]);
  await expect(toastOf(page, sent('palestra.mp3'))).toBeVisible();
});

test('files that the browser still reads are not lost without a question', async ({ signedIn: page }) => {
  await page.route(/plan\/usage|sound-worker/, () => {});
  await openAccount(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message() || dialog.type());
    void dialog.dismiss();
  });
  await drop(page, [await aula()]);
  await expect(tray(page).getByRole('button', { name: 'Conferindo o arquivo...' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect.poll(() => asked).toHaveLength(1);
  await page.evaluate('setTimeout(() => location.reload())');
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked).toEqual([
    'Há um envio que ainda não terminou. Ele será cancelado. Sair mesmo assim?',
    'beforeunload',
  ]);
  await expect(page).toHaveURL('/dashboard/conta');
});

test('pasted text stays text, and a pasted file is sent', async ({ signedIn: page }) => {
  await page.goto('/dashboard/conta');
  const field = page.getByLabel(/^Nome/).first();
  await field.focus();
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'reunião');
    clipboardData.items.add(new File(['x'], 'nome.mp3'));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    const rich = new DataTransfer();
    rich.setData('text/html', '<b>tabela</b>');
    rich.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: rich, bubbles: true }));
  })()`);
  await paste(page, [await aula()], 'input[name=name]');
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
  await expect(page.getByText(/nome\.mp3|image\.png/)).toHaveCount(0);
});

test('the photo of the account takes its own file', async ({ signedIn: page }) => {
  await page.goto('/dashboard/conta');
  await expect(page.getByText('Escolher foto')).toBeVisible();
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } });
  const photo = { name: 'eu.png', buffer: picture, mimeType: 'image/png' };
  const dataTransfer = await transferOf(page, photo);
  await page.dispatchEvent('label:has(input[type=file])', 'dragenter', { dataTransfer });
  await expect(page.getByText('Solte para transcrever')).toHaveCount(0);
  await drop(page, [photo], 'label:has(input[type=file])');
  await expect(page.getByText('A nova foto vale quando você salvar.')).toBeVisible();
  await expect(toastOf(page, /não foi aceito/)).toHaveCount(0);
});

test('an open dialog and a drag of text take nothing', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Enviar feedback' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Otherwise the browser would leave the page for the file.
  expect(await isDropTaken(page, [await aula()], '[role=dialog]')).toBe(true);
  await page.keyboard.press('Escape');
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'trecho');
    document.querySelector('main').dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }));
  })()`);
  await expect(page.getByText('Solte para transcrever')).toHaveCount(0);
  await expect(tray(page)).toHaveCount(0);
});
