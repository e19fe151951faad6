import { join } from 'node:path';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { dragFromDisk, drop, paste, transferOf, writeTree } from '../fixtures/dropped-files.ts';
import { expect, test } from '../fixtures/fixtures.ts';
import { address, choose, chosen, detail, picker, submit } from '../fixtures/upload-page.ts';

const language = 'Idioma da gravação';
const sound = async (name: string) => ({ name, buffer: await recordingOf(3) });

test('the form starts with the language that the account used last', async ({ signedIn: page, account }) => {
  await page.goto(address);
  await expect(page.getByLabel(language)).toHaveValue('pt');
  await page.getByLabel(language).selectOption({ label: 'Espanhol' });
  await page.reload();
  await expect(page.getByLabel(language)).toHaveValue('pt');
  await page.getByLabel(language).selectOption({ label: 'Espanhol' });
  await choose(page, await sound('aula.mp3'));
  await submit(page).click();
  await expect(page).toHaveURL(detail);
  await page.goto(address);
  await expect(page.getByLabel(language)).toHaveValue('es');
  await page.evaluate(`localStorage.setItem('escriba.language.${account.userId}', 'klingon')`);
  await page.reload();
  await expect(page.getByLabel(language)).toHaveValue('pt');
});

test('a dropped folder gives its audio and video files, and one without them says so', async ({
  signedIn: page,
}) => {
  await using folder = await temporaryFolder({ fast: true });
  const bytes = await recordingOf(3);
  await writeTree(folder.path, {
    'aulas/aula 2.mp3': bytes,
    'aulas/aula 10.mp3': bytes,
    'aulas/notas.pdf': Buffer.from('%PDF'),
    'aulas/._aula 2.mp3': Buffer.from('x'),
    'aulas/maio/aula 3.ogg': bytes,
    'fotos/praia.jpg': Buffer.from('x'),
  });
  await page.goto(address);
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  const drag = await dragFromDisk(page, join(folder.path, 'aulas'), join(folder.path, 'fotos'));
  await expect(page.getByText('Solte para escolher')).toBeVisible();
  await drag.drop();
  await expect(chosen(page)).toContainText(['aula 2.mp3', 'aula 10.mp3', 'aula 3.ogg']);
  await expect(picker(page)).toHaveAccessibleDescription(/^A pasta “fotos” não tem áudio nem vídeo\./);
  await expect(page.getByText('Solte para escolher')).toHaveCount(0);
});

test('a folder with too many files is refused as a whole', async ({ signedIn: page }) => {
  await using folder = await temporaryFolder({ fast: true });
  const tiny = Buffer.from('x');
  await writeTree(
    folder.path,
    Object.fromEntries(Array.from({ length: 205 }, (_, at) => [`disco/${at}.mp3`, tiny])),
  );
  await page.goto(address);
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  await (await dragFromDisk(page, join(folder.path, 'disco'))).drop();
  await expect(
    page.getByRole('alert').filter({ hasText: 'A pasta “disco” tem arquivos demais.' }),
  ).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
});

test('an open dialog and a drag from the page itself take no file', async ({ signedIn: page }) => {
  await page.goto(address);
  await expect(page.getByText(/^Cada arquivo/)).toBeVisible();
  const files = [await sound('aula.mp3')];
  const dataTransfer = await transferOf(page, ...files);
  await page.dispatchEvent('main a, main button', 'dragstart', { dataTransfer });
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer });
  await expect(page.getByText('Solte para escolher')).toHaveCount(0);
  await page.dispatchEvent('h1', 'drop', { dataTransfer });
  await page.dispatchEvent('main a, main button', 'dragend', { dataTransfer });

  await page.getByRole('button', { name: 'Enviar feedback' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await drop(page, files, '[role=dialog]');
  await paste(page, files);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chosen(page)).toHaveCount(0);

  await drop(page, files, 'h1');
  await expect(chosen(page)).toHaveCount(1);
});
