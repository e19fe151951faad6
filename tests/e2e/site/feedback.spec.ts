import { expectClosesAfter } from '../fixtures/closes-after.ts';
import { expect, test } from '../fixtures/fixtures.ts';

const address = '**/api/feedback';

test('a user sends feedback from the menu, and its dialog closes by itself', { tag: '@phone' }, async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: 'Enviar feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
  const send = dialog.getByRole('button', { name: 'Enviar' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Seu feedback').fill('   ');
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Seu feedback').fill('O painel ficou ótimo.');
  await send.click();
  await expect(dialog.getByText('Obrigado. Recebemos seu feedback.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Abrir menu' })).toBeFocused();
});

test('the dialog is disabled while it sends, and shows the thanks for two seconds', async ({
  signedIn: page,
}) => {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  await page.context().route(address, async (route) => {
    await received;
    await route.fulfill({ status: 201, json: { received: true } });
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Enviar feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
  await dialog.getByLabel('Seu feedback').fill('O painel ficou ótimo.');
  await expectClosesAfter(dialog, 2_000, async () => {
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
    receive();
    await expect(dialog.getByText('Obrigado. Recebemos seu feedback.')).toBeVisible();
  });
});

test('the dialog reports a text that is too long, and does not truncate it', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Enviar feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
  const field = dialog.getByLabel('Seu feedback');
  await field.fill('a'.repeat(5_001));
  await expect(dialog.getByText('Mensagem deve ter no máximo 5.000 caracteres.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  await field.press('Backspace');
  await expect(field).toHaveValue('a'.repeat(5_000));
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeEnabled();
});

test('the previous dialog’s timer does not close a reopened dialog', async ({ signedIn: page }) => {
  await page.context().route(address, (route) => route.fulfill({ status: 201, json: { received: true } }));
  await page.clock.install();
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'Enviar feedback' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
  await dialog.getByLabel('Seu feedback').fill('O painel ficou ótimo.');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Obrigado. Recebemos seu feedback.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog.getByText('Obrigado. Recebemos seu feedback.')).toHaveCount(0);
  await page.clock.runFor(3_000);
  await expect(dialog).toBeVisible();
});

test.describe('when the feedback cannot be sent', () => {
  test.use({ expectedNoise: [/503|429/] });

  test('a user over the rate limit reads the reason and the time of the next attempt', async ({
    signedIn: page,
  }) => {
    await page.context().route(address, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1500' },
        json: { error: 'Muitas tentativas.', code: 'too_many_requests', requestId: 'r' },
      }),
    );
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Enviar feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
    await dialog.getByLabel('Seu feedback').fill('Mais uma ideia.');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    const status = dialog.getByRole('status');
    await expect(status).toContainText('Muitas tentativas.');
    await expect(status).toContainText('Tente de novo em 25 minutos.');
    await expect(dialog.getByLabel('Seu feedback')).toHaveValue('Mais uma ideia.');
  });

  test('the dialog reports a failed send, and keeps the typed text', async ({ signedIn: page }) => {
    await page
      .context()
      .route(address, (route) =>
        route.fulfill({ status: 503, json: { error: 'x', code: 'database_unavailable', requestId: 'r' } }),
      );
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Enviar feedback' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar feedback' });
    await dialog.getByLabel('Seu feedback').fill('Não quero perder isto.');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByText('Erro ao enviar feedback. Tente novamente.')).toBeVisible();
    await expect(dialog.getByLabel('Seu feedback')).toHaveValue('Não quero perder isto.');
    await dialog.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: 'Enviar feedback' }).click();
    await expect(dialog.getByLabel('Seu feedback')).toHaveValue('Não quero perder isto.');
    await expect(dialog.getByText('Erro ao enviar feedback. Tente novamente.')).toHaveCount(0);
  });
});
