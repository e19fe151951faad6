import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, toastOf } from '../fixtures/fixtures.ts';
import { choose, sendAndWait, tones } from '../fixtures/transcription-api.ts';

const address = (id: string) => `/dashboard/transcricoes/${id}`;
const text = (page: Page) => page.getByRole('region', { name: 'Texto da transcrição' });

test('the browser saves a file under the server’s name, after pending edits are saved', {
  tag: '@always',
}, async ({ signedIn: page, product }) => {
  const id = await sendAndWait({ page, product, bytes: await tones() });
  const order: string[] = [];
  page.on('request', (request) => {
    if (/\/(text|srt)$/.test(request.url())) order.push(request.url().split('/').at(-1) ?? '');
  });
  await page.context().route('**/srt', (route) =>
    route.fulfill({
      headers: {
        'content-disposition':
          'attachment; filename="Reuniao.srt"; filename*=UTF-8\'\'Reuni%C3%A3o%20de%20mar%C3%A7o.srt',
      },
      body: 'um',
    }),
  );
  await page.goto(address(id));
  await page.getByRole('button', { name: 'Editar texto' }).click();
  await text(page).locator('[contenteditable]').first().pressSequentially('um');
  const [saved] = await Promise.all([page.waitForEvent('download'), choose(page, 'Baixar', 'Baixar SRT')]);
  expect(saved.suggestedFilename()).toBe('Reunião de março.srt');
  expect(await readFile(await saved.path(), 'utf8')).toBe('um');
  expect(order).toEqual(['text', 'srt']);
});

test.describe('downloads that fail', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the page shows the error text, and a format that the plan lacks leads to the plans', async ({
    signedIn: page,
    product,
  }) => {
    const id = await sendAndWait({ page, product, bytes: await tones() });
    const held = Promise.withResolvers<void>();
    await page.context().route('**/vtt', async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.goto(address(id));
    await choose(page, 'Baixar', 'Baixar VTT');
    await expect(page.getByRole('button', { name: 'Baixando ...' })).toBeVisible();
    held.resolve();
    await expect(toastOf(page, 'Erro ao fazer download. Tente novamente.')).toBeVisible();
    await page.getByRole('button', { name: 'Baixar', exact: true }).click();
    await expect(page.getByText('Nos planos pagos')).toHaveCount(1);
    await page.getByRole('menuitem', { name: 'PDF' }).click();
    await expect(page).toHaveURL(/\/dashboard\/plano$/);
  });
});
