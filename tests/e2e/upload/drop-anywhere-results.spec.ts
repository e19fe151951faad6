import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { dragFromDisk, drop, writeTree } from '../fixtures/dropped-files.ts';
import { toastOf } from '../fixtures/fixtures.ts';
import { expect, test } from '../fixtures/library-fixture.ts';
import { openLine } from '../fixtures/slow-line.ts';
import { address, chosen, submit, tray } from '../fixtures/upload-page.ts';

const reason = 'Ver o motivo';
const sent = (name: string) => `“${name}” foi enviado. A transcrição começou.`;
const sound = async (name: string, seconds = 3) => ({ name, buffer: await recordingOf(seconds) });

/** Counts the uploads and transcriptions that the page begins. */
function begunBy(page: Page) {
  const begun = { uploads: 0, transcriptions: 0 };
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    if (request.url().endsWith('/api/uploads')) begun.uploads += 1;
    if (request.url().endsWith('/api/transcribe')) begun.transcriptions += 1;
  });
  return begun;
}

async function openPlan(page: Page) {
  await page.goto('/dashboard/plano');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('ten files at once are all sent, with one toast', async ({ signedIn: page }) => {
  await openPlan(page);
  const begun = begunBy(page);
  await drop(page, await Promise.all(Array.from({ length: 10 }, (_, at) => sound(`aula ${at}.mp3`, at + 3))));
  await expect(
    tray(page).getByRole('button', { name: /^(Enviando 10 arquivos · \d+%|10 arquivos enviados)$/ }),
  ).toBeVisible();
  await expect(tray(page)).toContainText('10 transcrições prontas', { timeout: 45_000 });
  await expect(toastOf(page, /arquivos foram enviados\. As transcrições começaram\.$/)).toHaveCount(1);
  expect(begun).toEqual({ uploads: 10, transcriptions: 10 });
});

test('the good files of a drop go, and the others are named and lead to their reasons', async ({
  signedIn: page,
}) => {
  await openPlan(page);
  const begun = begunBy(page);
  await drop(page, [
    { name: 'notas.pdf', buffer: Buffer.from('%PDF'), mimeType: 'application/pdf' },
    await sound('aula.mp3'),
    { name: 'nada.mp3', buffer: Buffer.alloc(0) },
    await sound('congresso.mp3', 700),
  ]);
  await expect(toastOf(page, '“notas.pdf”, “nada.mp3” e “congresso.mp3” não foram aceitos.')).toBeVisible();
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
  expect(begun).toEqual({ uploads: 1, transcriptions: 1 });
  await page.getByRole('button', { name: reason }).click();
  await expect(page).toHaveURL(address);
  await expect(chosen(page)).toHaveCount(3);
  await expect(chosen(page).nth(0)).toContainText('Formato de arquivo inválido.');
  await expect(chosen(page).nth(1)).toContainText('O arquivo está vazio.');
  await expect(chosen(page).nth(2)).toContainText('O arquivo passa de 10 minutos, o limite do plano Free.');
  await expect(chosen(page).nth(2)).toContainText('O plano Básico mensal aceita arquivos de até 1 h.');
  await expect(page.getByRole('button', { name: reason })).toHaveCount(0);
});

for (const { what, file, text } of [
  {
    what: 'a refused type',
    file: async () => ({ name: 'notas.pdf', buffer: Buffer.from('%PDF'), mimeType: 'application/pdf' }),
    text: '“notas.pdf” não foi aceito. Formato de arquivo inválido.',
  },
  {
    what: 'an empty file',
    file: async () => ({ name: 'nada.mp3', buffer: Buffer.alloc(0) }),
    text: '“nada.mp3” não foi aceito. O arquivo está vazio.',
  },
  {
    what: 'a file over the limit of the plan',
    file: () => sound('congresso.mp3', 700),
    text: '“congresso.mp3” não foi aceito. O arquivo passa de 10 minutos, o limite do plano Free.',
  },
])
  test(`${what} is refused with its reason, before any byte travels`, async ({ signedIn: page }) => {
    await openPlan(page);
    const begun = begunBy(page);
    await drop(page, [await file()]);
    await expect(toastOf(page, text)).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
    expect(begun).toEqual({ uploads: 0, transcriptions: 0 });
  });

test('without hours left the file waits on the upload page, beside the way to the plans', async ({
  signedIn: page,
  library,
}) => {
  await library.use(300);
  await openPlan(page);
  const begun = begunBy(page);
  await drop(page, [await sound('aula.mp3')]);
  await expect(toastOf(page, '“aula.mp3” não foi aceito. Suas horas deste mês acabaram.')).toBeVisible();
  await page.getByRole('button', { name: reason }).click();
  await expect(chosen(page)).toContainText('aula.mp3');
  await expect(chosen(page).getByRole('link', { name: 'Ver planos' })).toHaveAttribute(
    'href',
    '/dashboard/plano',
  );
  expect(begun).toEqual({ uploads: 0, transcriptions: 0 });
});

test('the same file twice is sent once', async ({ signedIn: page }) => {
  await openPlan(page);
  const begun = begunBy(page);
  const line = await openLine(page);
  await line({ bytesPerSecond: 5_000 });
  const file = await sound('aula.mp3', 8);
  await drop(page, [file, file]);
  await expect(toastOf(page, '“aula.mp3” já está sendo enviado.')).toBeVisible();
  await expect(tray(page).getByRole('button', { name: /^(Enviando \d+%|1 arquivo enviado)$/ })).toBeVisible();
  await drop(page, [file]);
  await expect(toastOf(page, '“aula.mp3” já está sendo enviado.')).toHaveCount(2);
  await line();
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
  expect(begun).toEqual({ uploads: 1, transcriptions: 1 });
});

test('a folder gives its recordings, and one without them says so', async ({ signedIn: page }) => {
  await using folder = await temporaryFolder({ fast: true });
  await writeTree(folder.path, {
    'aulas/aula 1.mp3': await recordingOf(3),
    'aulas/maio/aula 2.mp3': await recordingOf(4),
    'aulas/notas.pdf': Buffer.from('%PDF'),
    'fotos/praia.jpg': Buffer.from('x'),
  });
  await openPlan(page);
  const begun = begunBy(page);
  const drag = await dragFromDisk(page, join(folder.path, 'aulas'), join(folder.path, 'fotos'));
  await expect(page.getByText('Solte para transcrever')).toBeVisible();
  await drag.drop();
  await expect(toastOf(page, 'A pasta “fotos” não tem áudio nem vídeo.')).toBeVisible();
  await expect(toastOf(page, /foram enviados|foi enviado/)).toBeVisible();
  await expect(tray(page)).toContainText('2 transcrições prontas', { timeout: 30_000 });
  expect(begun).toEqual({ uploads: 2, transcriptions: 2 });
});

test('more than twenty files wait on the upload page', async ({ signedIn: page }) => {
  await openPlan(page);
  const begun = begunBy(page);
  const { buffer } = await sound('');
  await drop(
    page,
    Array.from({ length: 21 }, (_, at) => ({ name: `aula ${at}.mp3`, buffer })),
  );
  await expect(page).toHaveURL(address);
  await expect(chosen(page)).toHaveCount(21);
  await expect(submit(page)).toBeEnabled();
  expect(begun).toEqual({ uploads: 0, transcriptions: 0 });
});

test.describe('when the connection is lost', () => {
  test.use({
    expectedNoise: async ({ browserName: _ }, use) => use([/ERR_(INTERNET_DISCONNECTED|NETWORK)/]),
  });

  test('a dropped file waits, and is sent when the connection returns', async ({ signedIn: page }) => {
    await openPlan(page);
    const line = await openLine(page);
    await line({ offline: true });
    await drop(page, [await sound('aula.mp3')]);
    await expect(tray(page).getByRole('button', { name: /^Esperando para enviar 1 arquivo/ })).toBeVisible();
    await line();
    await expect(toastOf(page, sent('aula.mp3'))).toBeVisible({ timeout: 20_000 });
  });
});

test('a dropped upload continues after the session ended and the user signed in again', async ({
  signedIn: page,
  context,
}) => {
  await openPlan(page);
  const line = await openLine(page);
  await line({ bytesPerSecond: 20_000 });
  await drop(page, [
    { name: 'aula.mp3', buffer: Buffer.concat([await recordingOf(3), Buffer.alloc(300_000)]) },
  ]);
  await expect(tray(page).getByRole('button', { name: /^Enviando [1-9]\d?%$/ })).toBeVisible();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.evaluate("localStorage.removeItem('escriba.session')");
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect(tray(page)).toHaveCount(0);
  await line();
  await context.addCookies(cookies);
  await page.goto('/dashboard/plano');
  await expect(toastOf(page, sent('aula.mp3'))).toBeVisible();
});
