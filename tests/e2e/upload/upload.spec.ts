import { Buffer } from 'node:buffer';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { breakingProxy } from '#tests/helpers/tus.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { transferOf } from '../fixtures/dropped-files.ts';
import { expect, expectWellDrawn, test, toastOf } from '../fixtures/fixtures.ts';
import { openLine } from '../fixtures/slow-line.ts';
import { pendingDeletions, storedUploads } from '../fixtures/stored-uploads.ts';
import {
  address,
  choose,
  chosen,
  detail,
  filmOf,
  heavy,
  picker,
  sending,
  submit,
  tray,
} from '../fixtures/upload-page.ts';

/** Collects the offset of each PATCH of an upload. */
function offsetsOf(page: Page) {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

const lengthOf = (request: Request) => Number(request.headers()['upload-length']);
const beginning = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/uploads'));

test('a user chooses a file, sends it, and sees it as a transcription', { tag: '@always' }, async ({
  signedIn: page,
}) => {
  await page.goto(address);
  await expect(
    page.getByText(/^Cada arquivo pode ter até 10 minutos, o limite do plano Free\. Restam 5 h/),
  ).toBeVisible();
  await expect(page.getByText(/enviamos um e-mail automaticamente/)).toBeVisible();
  await submit(page).click();
  await expect(picker(page)).toHaveAccessibleDescription(/^Selecione um arquivo para continuar\./);
  await expect(picker(page)).toBeFocused();
  await choose(page, { name: 'aula.mp3', buffer: await recordingOf(4) });
  await expect(chosen(page)).toContainText('4 s');
  await expect(page.getByText('Selecione um arquivo para continuar.')).toHaveCount(0);
  await page.getByLabel('Título (opcional)').fill('Aula de ecologia');
  await page.getByLabel('Idioma da gravação').selectOption({ label: 'Espanhol' });
  const creation = page.waitForRequest((request) => request.url().endsWith('/api/transcribe'));
  await submit(page).click();
  await expect(page).toHaveURL(detail);
  expect((await creation).postDataJSON()).toEqual({
    uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Aula de ecologia',
    language: 'es',
  });
});

test('the page accepts dropped and pasted files', async ({ signedIn: page }) => {
  await page.goto(address);
  const dropped = await transferOf(page, { name: 'solta.mp3', buffer: Buffer.alloc(900) });
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer: dropped });
  await expect(page.getByText('Solte para escolher')).toBeVisible();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });
  await expect(page.getByText('Solte para escolher')).toHaveCount(0);
  await expect(chosen(page)).toContainText(['solta.mp3']);
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([new Uint8Array(800)], 'colada.mp3'));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  })()`);
  await expect(chosen(page)).toContainText(['solta.mp3', 'colada.mp3']);
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });
  await expect(chosen(page)).toHaveCount(2);
});

test('the page stays open while it sends several files, and links each to its transcription', async ({
  signedIn: page,
}) => {
  await page.goto(address);
  const sound = await recordingOf(3);
  await choose(page, { name: 'um.mp3', buffer: sound }, { name: 'dois.mp3', buffer: await recordingOf(4) });
  await expect(page.getByLabel('Título (opcional)')).toHaveCount(0);
  await submit(page).click();
  await expect(page.getByRole('link', { name: /^Abrir / })).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(sending(page)).toContainText(['um.mp3', 'dois.mp3']);
  expect(await storedUploads(page)).toEqual([]);
  await page.getByRole('button', { name: 'Tirar um.mp3 da lista' }).click();
  await expect(sending(page)).toHaveCount(1);
  await page.getByRole('link', { name: /^Abrir / }).click();
  await expect(page).toHaveURL(detail);
});

test('the upload continues while its owner visits other pages of the dashboard', {
  tag: '@every-size',
}, async ({ signedIn: page }) => {
  await page.goto(address);
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  await expectWellDrawn(page);
  await choose(
    page,
    { name: `${'reunião de planejamento '.repeat(9).slice(0, 196)}.mp3`, buffer: await heavy(600_000) },
    { name: 'notas.txt', buffer: Buffer.from('x') },
  );
  await expect(chosen(page).nth(1)).toContainText('Formato de arquivo inválido');
  await expectWellDrawn(page);
  const line = await openLine(page);
  await line({ bytesPerSecond: 60_000 });
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Envios' })).toBeFocused();
  await expect(page.getByText(/^Enviando \d+% · .+ de 600 kB · .+\/s · faltam? /)).toBeVisible();
  await expectWellDrawn(page);
  await page.evaluate('document.querySelector(\'a[href="/dashboard/conta"]\').click()');
  await expect(page.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  await expect(tray(page).getByRole('button', { name: /^Enviando \d+%$/ })).toBeVisible();
  await expectWellDrawn(page);
  await tray(page)
    .getByRole('button', { name: /^Enviando/ })
    .click();
  await expect(tray(page).getByRole('progressbar', { name: /^Envio de reunião/ })).toBeVisible();
  await expectWellDrawn(page);
  await line();
  await expect(page.getByText(/^“reunião .+ foi enviado\. A transcrição começou\.$/)).toBeVisible();
  await expect(tray(page)).toContainText('1 transcrição pronta', { timeout: 30_000 });
  await expectWellDrawn(page);
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await expect(page).toHaveURL(detail);
});

test('a user pauses an upload, resumes it at its offset, and cancels it', async ({ signedIn: page }) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 80_000 });
  await choose(page, { name: 'aula.mp3', buffer: await heavy(900_000) });
  await submit(page).click();
  await expect(page.getByRole('button', { name: 'Enviando...' })).toBeVisible();
  await expect(page.getByText(/^Enviando [2-9]\d% · /)).toBeVisible();
  await page.getByRole('button', { name: 'Pausar o envio de aula.mp3' }).click();
  await expect(page.getByText(/^Em pausa: [1-9]\d?% · /)).toBeVisible();
  const offsets = offsetsOf(page);
  await page.getByRole('button', { name: 'Continuar o envio de aula.mp3' }).click();
  await expect.poll(() => offsets.length).toBe(1);
  expect(offsets[0]).toBeGreaterThan(0);
  const deletion = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancelar o envio de aula.mp3' }).click();
  await expect(sending(page)).toHaveCount(0);
  expect((await deletion).status()).toBe(204);
  expect(await storedUploads(page)).toEqual([]);
  await expect(submit(page)).toBeVisible();
});

test.describe('when the connection is lost', () => {
  test.use({
    expectedNoise: [
      /status of 409|ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE)/,
    ],
  });

  test('the upload waits, and resumes automatically when the connection returns', async ({
    signedIn: page,
  }) => {
    await page.goto(address);
    const line = await openLine(page);
    await choose(page, { name: 'aula.mp3', buffer: await heavy(900_000) });
    await expect(chosen(page)).toHaveCount(1);
    await line({ offline: true });
    await submit(page).click();
    await expect(page.getByText('Sem conexão. Continuamos sozinhos quando ela voltar.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tentar agora' })).toBeVisible();
    await line();
    await expect(page).toHaveURL(detail);
  });

  test('the upload resumes in the middle of a file and sends no received byte again', {
    tag: '@always',
  }, async ({ signedIn: page, product }) => {
    await using cut = await breakingProxy({
      to: product.url,
      cutEvery: 700_000,
      cuts: 1,
      onCut: () => delay(1_500),
    });
    await page.goto(cut.url + address);
    const line = await openLine(page);
    await line({ bytesPerSecond: 600_000 });
    await choose(page, { name: 'aula.mp3', buffer: await heavy(1_500_000) });
    const offsets = offsetsOf(page);
    await submit(page).click();
    await expect(page.getByText(/Continuamos sozinhos assim que der\.$/)).toBeVisible();
    await expect(page).toHaveURL(detail, { timeout: 15_000 });
    expect(offsets[0]).toBe(0);
    expect(offsets.at(-1)).toBeGreaterThan(300_000);
  });
});

test('the upload of a small file resumes automatically after a reload', async ({ signedIn: page }) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 80_000 });
  await choose(page, { name: 'aula.mp3', buffer: await heavy(900_000) });
  await submit(page).click();
  await expect(page.getByText(/^Enviando [2-9]\d% · /)).toBeVisible();
  await expect.poll(async () => ((await storedUploads(page)) as string[]).length).toBe(2);
  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await page.goto('/dashboard/conta');
  expect(dialogTypes).toEqual([]);
  await expect(tray(page)).toBeVisible();
  const offsets = offsetsOf(page);
  await page.reload();
  await line();
  await expect(toastOf(page, '“aula.mp3” foi enviado. A transcrição começou.')).toBeVisible();
  expect(offsets[0]).toBeGreaterThan(0);
  expect(await storedUploads(page)).toEqual([]);
});

test('the page asks for a large file again after a reload, and accepts no other file', async ({
  signedIn: page,
}) => {
  await using folder = await temporaryFolder({ fast: true });
  const [large, other] = [join(folder.path, 'congresso.mp3'), join(folder.path, 'outro.mp3')];
  await writeFile(large, await recordingOf(3));
  await truncate(large, 210_000_000);
  await writeFile(other, await recordingOf(4));
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 4_000_000 });
  await picker(page).setInputFiles(large);
  await submit(page).click();
  await expect(page.getByText(/^Enviando [1-9]\d?% · /)).toBeVisible({ timeout: 15_000 });
  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(dialogTypes).toEqual(['beforeunload']);
  await expect(
    page.getByText(/^Escolha de novo o arquivo “congresso\.mp3” para continuar de onde parou \(\d+%\)\.$/),
  ).toBeVisible();
  await expectWellDrawn(page);
  const again = page.getByLabel('Escolher o arquivo', { exact: true });
  await again.setInputFiles(other);
  await expect(page.getByText(/^Este não é o mesmo arquivo\./)).toBeVisible();
  const offsets = offsetsOf(page);
  await again.setInputFiles(large);
  await expect.poll(() => offsets.length).toBeGreaterThan(0);
  expect(offsets[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancelar o envio de congresso.mp3' }).click();
  await expect(sending(page)).toHaveCount(0);
});

test('the page sends only the sound of a film, unless the user wants the picture', async ({
  signedIn: page,
}) => {
  const film = await filmOf();
  const video = { name: 'aula.mp4', mimeType: 'video/mp4', buffer: film };
  await page.goto(address);
  await choose(page, video);
  await expect(page.getByText('Só o áudio do vídeo é enviado', { exact: false })).toBeVisible();
  const line = await openLine(page);
  await line({ bytesPerSecond: 10_000 });
  const sound = beginning(page);
  await submit(page).click();
  await expect(page.getByText(/^Enviando só o áudio: \d+ kB em vez de \d+ kB/)).toBeVisible();
  expect(lengthOf(await sound)).toBeLessThan(film.length * 0.5);
  const whole = beginning(page);
  await page.getByRole('button', { name: 'Enviar o vídeo inteiro' }).click();
  expect(lengthOf(await whole)).toBe(film.length);
  await expect(page.getByText('Enviando só o áudio', { exact: false })).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancelar o envio de aula.mp4' }).click();
  // A page that loads before the server has answered deletes the upload again, and the browser logs the 404.
  await expect.poll(() => pendingDeletions(page)).toEqual([]);

  // The page must remember the choice. Without the choice, it must send only the sound.
  await page.reload();
  await choose(page, video);
  const wholeVideo = page.getByRole('checkbox', { name: /^Enviar o vídeo inteiro/ });
  await expect(wholeVideo).toBeChecked();
  await wholeVideo.click();
  await line();
  const last = beginning(page);
  await submit(page).click();
  expect(lengthOf(await last)).toBeLessThan(film.length * 0.5);
  await expect(page).toHaveURL(detail);
});

test('a user of the keyboard chooses and sends a file', async ({ signedIn: page }) => {
  // Register the listener before the key press, because the browser needs it earlier.
  const chooser = page.waitForEvent('filechooser');
  await page.goto(address);
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  await picker(page).focus();
  await expect(picker(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'aula.mp3', mimeType: 'audio/mpeg', buffer: await heavy(400_000) });
  await expect(chosen(page)).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Gravação' }).getByRole('button')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Tirar aula.mp3' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Título (opcional)')).toBeFocused();
  const line = await openLine(page);
  await line({ bytesPerSecond: 50_000 });
  await page.keyboard.type('Aula');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Envios' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Em pausa/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar o envio de aula.mp3' })).toBeFocused();
  await line();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(detail);
});

test('signing out deletes the files of uploads', async ({ signedIn: page }) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 50_000 });
  await choose(page, { name: 'aula.mp3', buffer: await heavy(900_000) });
  await submit(page).click();
  await expect.poll(async () => ((await storedUploads(page)) as string[]).length).toBe(2);
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(address);
  await line();
  await line({ bytesPerSecond: 50_000 });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => storedUploads(page)).toEqual([]);
});

test('one of two tabs uploads a file, and the other continues the upload when it closes', async ({
  signedIn: page,
  context,
}) => {
  await page.goto(address);
  const line = await openLine(page);
  await line({ bytesPerSecond: 20_000 });
  await choose(page, { name: 'aula.mp3', buffer: await heavy(900_000) });
  await submit(page).click();
  await expect(page.getByText(/^Enviando [1-9]\d% · /)).toBeVisible();
  await expect.poll(async () => ((await storedUploads(page)) as string[]).length).toBe(2);
  const other = await context.newPage();
  const calls: string[] = [];
  other.on('request', (request) => {
    if (/\/api\/(uploads|transcribe)/.test(request.url())) calls.push(request.method());
  });
  await other.goto('/dashboard/conta');
  await expect(other.getByRole('heading', { level: 1, name: 'Conta' })).toBeVisible();
  await expect(tray(other)).toHaveCount(0);
  expect(calls).toEqual([]);
  await page.close();
  await expect(toastOf(other, '“aula.mp3” foi enviado. A transcrição começou.')).toBeVisible();
  // The new tab first requests the offset. It may send no chunk, if the closing tab sent the rest.
  expect(calls[0]).toBe('HEAD');
  expect(calls.at(-1)).toBe('POST');
});

test.describe('when the access token is no longer valid', () => {
  test.use({ expectedNoise: [/status of 401/] });

  test('the page renews the token, and the upload continues', async ({ signedIn: page }) => {
    await page.goto(address);
    await choose(page, { name: 'aula.mp3', buffer: await recordingOf(3) });
    await expect(chosen(page)).toContainText('3 s');
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/api/uploads') && response.status() === 401,
    );
    await page.evaluate(`(() => {
      const kept = JSON.parse(localStorage.getItem('escriba.session'));
      kept.access_token = kept.access_token.slice(0, -8) + 'AAAAAAAA';
      localStorage.setItem('escriba.session', JSON.stringify(kept));
    })()`);
    await submit(page).click();
    await refused;
    await expect(page).toHaveURL(detail);
  });
});
