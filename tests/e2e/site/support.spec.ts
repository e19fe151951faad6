import { expectClosesAfter } from '../fixtures/closes-after.ts';
import { expect, expectNoAxeViolations, expectNoSidewaysScroll, test } from '../fixtures/fixtures.ts';

const message = 'Minha transcrição de ontem parou no meio.';

test('a user sends a question, reads the thanks for three seconds, and finds answers', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  await page.clock.install();
  await page.goto('/dashboard/support');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suporte');
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await expect(page.getByRole('link', { name: 'suporte@escriba.example' })).toBeVisible();

  const send = page.getByRole('button', { name: 'Enviar mensagem' });
  await send.click();
  await expect(page.getByLabel('Assunto')).toHaveAccessibleDescription('Escolha um assunto.');
  await expect(page.getByLabel('Mensagem')).toHaveAccessibleDescription('Escreva sua mensagem.');

  await page.getByLabel('Assunto').selectOption('Problema com transcrição');
  await page.getByLabel('Mensagem').fill(message);
  const thanks = page.getByText('Mensagem enviada com sucesso! Responderemos em breve.');
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  await page.context().route('**/api/support', async (route) => {
    await received;
    await route.continue();
  });
  await expectClosesAfter(thanks, 3_000, async () => {
    const sent = page.waitForRequest('**/api/support');
    await send.click();
    expect((await sent).postDataJSON()).toEqual({ subject: 'Problema com transcrição', message });
    await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
    receive();
    await expect(thanks).toBeVisible();
  });
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
  await expect(page.getByLabel('Assunto')).toHaveValue('');

  const question = page.getByRole('heading', { name: 'Como tiro a marca d’água?' });
  await question.click();
  await expect(page.getByText('Ela faz parte do plano gratuito.')).toBeVisible();
});

test.describe('when the message cannot be sent', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/503/]) });

  test('the form keeps the input', async ({ signedIn: page }) => {
    await page.context().route('**/api/support', (route) => route.fulfill({ status: 503, body: '<html>' }));
    await page.goto('/dashboard/support');
    await page.getByLabel('Assunto').selectOption('Outro');
    await page.getByLabel('Mensagem').fill(message);
    await page.getByRole('button', { name: 'Enviar mensagem' }).click();
    await expect(page.getByText('Erro ao enviar. Tente novamente mais tarde.')).toBeVisible();
    await expect(page.getByLabel('Mensagem')).toHaveValue(message);
    await expect(page.getByLabel('Assunto')).toHaveValue('Outro');
  });
});
