import { Buffer } from 'node:buffer';
import type { Request } from '@playwright/test';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { expect, expectWellDrawn, test, toastOf } from '../fixtures/fixtures.ts';
import { address, choose, chosen, detail, filmOf, sending, submit, tray } from '../fixtures/upload-page.ts';

test('the form reports a refused file once, with a next step, before it sends any byte', async ({
  signedIn: page,
}) => {
  const sent: Request[] = [];
  page.on('request', (request) => void (request.url().includes('/api/uploads') && sent.push(request)));
  await page.goto(address);
  await choose(
    page,
    { name: 'notas.pdf', buffer: Buffer.from('%PDF') },
    { name: 'nada.mp3', buffer: Buffer.alloc(0) },
    { name: 'longa.mp3', buffer: await recordingOf(700) },
    { name: 'mudo.mp4', buffer: await filmOf({ sound: false }), mimeType: 'video/mp4' },
  );
  const texts = [
    'Formato de arquivo inválido. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV, OPUS, AAC, AMR, WMA, WEBM, WMV, 3GP e outros áudios e vídeos.',
    'O arquivo está vazio. Escolha outro e tente de novo.',
    'O arquivo passa de 10 minutos, o limite do plano Free.',
    'Este vídeo não possui áudio. Por favor, envie um arquivo com som.',
  ];
  for (const [index, text] of texts.entries()) await expect(chosen(page).nth(index)).toContainText(text);
  const longer = chosen(page).nth(2);
  await expect(longer).toContainText('O plano Básico mensal aceita arquivos de até 1 h.');
  await expect(longer.getByRole('link', { name: 'Ver planos' })).toHaveAttribute(
    'href',
    '/dashboard/plano?plano=basic-monthly',
  );
  await submit(page).click();
  for (const text of texts) await expect(page.getByText(text)).toHaveCount(1);
  const other = (name: string) => page.getByLabel(`Escolher outro arquivo no lugar de ${name}`);
  await expect(other('notas.pdf')).toBeFocused();
  await expectWellDrawn(page);
  await other('notas.pdf').setInputFiles([
    { name: 'aula.mp3', mimeType: 'audio/mpeg', buffer: await recordingOf(3) },
  ]);
  await expect(chosen(page)).toHaveCount(4);
  await expect(chosen(page).filter({ hasText: 'notas.pdf' })).toHaveCount(0);
  expect(sent).toEqual([]);
  await page.reload();
  await expect(submit(page)).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);
});

test.describe('when the server refuses a file', () => {
  test.use({ expectedNoise: [/status of 4/] });

  test('the page reports the refusal once, in the server’s words, with a next step', async ({
    signedIn: page,
  }) => {
    await page.goto(address);
    await choose(
      page,
      { name: 'texto.mp3', buffer: Buffer.from('isto não é um áudio '.repeat(50)) },
      { name: 'curta.mp3', buffer: await recordingOf(3) },
    );
    await submit(page).click();
    const refused = sending(page).filter({ hasText: 'texto.mp3' });
    await expect(refused).toContainText(/Formato de arquivo inválido|Não conseguimos ler este arquivo/);
    await expect(refused.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0);
    await expect(refused.getByLabel('Escolher outro arquivo no lugar de texto.mp3')).toBeEnabled();
    await expect(page.getByRole('link', { name: /^Abrir / })).toHaveCount(1);
    await expectWellDrawn(page);

    await page.getByRole('link', { name: 'Conta' }).first().click();
    await expect(page.getByRole('heading', { name: 'Conta', level: 1 })).toBeVisible();
    await expect(tray(page)).toContainText('1 transcrição pronta');
    await page.goBack();
    await expect(submit(page)).toBeVisible();
    await expect(refused).toHaveCount(0);
    await page.reload();
    await expect(submit(page)).toBeVisible();
    await expect(refused).toHaveCount(0);
  });

  test('a toast on another page links to the reason of the refusal', async ({ signedIn: page }) => {
    const text = 'O arquivo tem 12 minutos e passa dos 10 minutos por arquivo do plano Free.';
    const refusalReleased = Promise.withResolvers<void>();
    await page.context().route('**/api/transcribe', async (route) => {
      await refusalReleased.promise;
      await route.fulfill({ status: 422, json: { error: text, code: 'file_too_long', requestId: 'r' } });
    });
    await page.goto(address);
    await choose(page, { name: 'aula.mp3', buffer: await recordingOf(3) });
    await submit(page).click();
    await page.getByRole('link', { name: 'Conta' }).first().click();
    await expect(tray(page)).toBeVisible();
    refusalReleased.resolve();
    await expect(toastOf(page, '“aula.mp3” não foi aceito.')).toBeVisible();
    await expect(tray(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Ver o motivo' }).click();
    await expect(page).toHaveURL(address);
    await expect(sending(page)).toContainText(text);
    await expect(sending(page)).toContainText('O plano Básico mensal aceita arquivos de até 1 h.');
    await expect(toastOf(page, '“aula.mp3” não foi aceito.')).toHaveCount(0);
    await expectWellDrawn(page);
    await page.reload();
    await expect(submit(page)).toBeVisible();
    await expect(sending(page)).toHaveCount(0);
  });

  test('the tray shows a retryable refusal, also after a reload', async ({ signedIn: page }) => {
    const error = 'Há envios demais ao mesmo tempo. Termine um deles e tente de novo.';
    await page
      .context()
      .route('**/api/uploads', (route) =>
        route.fulfill({ status: 409, json: { error, code: 'too_many_uploads', requestId: 'r' } }),
      );
    await page.goto(address);
    await choose(page, { name: 'aula.mp3', buffer: await recordingOf(3) });
    await submit(page).click();
    await expect(sending(page)).toContainText(error);
    // Wait until the browser has its copy, because the page would otherwise ask for the file again.
    await expect
      .poll(() =>
        page.evaluate('Object.values(localStorage).some((text) => text.includes(\'"isKept":true\'))'),
      )
      .toBe(true);
    await page.goto('/dashboard/conta');
    await expect(tray(page)).toContainText('1 envio precisa de você');
    await page.context().unroute('**/api/uploads');
    await tray(page).getByRole('button', { name: '1 envio precisa de você' }).click();
    await tray(page).getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(toastOf(page, '“aula.mp3” foi enviado. A transcrição começou.')).toBeVisible();
  });

  test('the page offers a retry for a file refused for used-up hours', async ({ signedIn: page }) => {
    const error = 'Suas horas deste mês acabaram. Suas horas se renovam em 1 de dezembro.';
    await page
      .context()
      .route('**/api/transcribe', (route) =>
        route.fulfill({ status: 403, json: { error, code: 'quota_spent', requestId: 'r' } }),
      );
    await page.goto(address);
    await choose(page, { name: 'aula.mp3', buffer: await recordingOf(3) });
    await submit(page).click();
    await expect(page.getByText(error)).toBeVisible();
    await expect(sending(page).getByRole('link', { name: 'Ver planos' })).toBeVisible();
    await page.context().unroute('**/api/transcribe');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page).toHaveURL(detail);
  });
});
