import type { Page } from '@playwright/test';
import { expectClosesAfter } from '../fixtures/closes-after.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  test,
} from '../fixtures/fixtures.ts';

const cardsOf = (page: Page) => page.getByRole('main').getByRole('list').first().locator(':scope > li');
const openInterest = (page: Page) => page.getByRole('button', { name: /Tenho interesse/ });

test('the page shows the plans sorted by price, with badges and prices, before any script', {
  tag: ['@phone-too', '@always'],
}, async ({ browser, baseURL, page }) => {
  const bare = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await bare.goto('/plans');
  await expect(cardsOf(bare)).toHaveText([
    /^Free.*Grátis.*Com marca d’água.*Começar grátis$/s,
    /^Básico mensal.*Mais Popular.*R\$\s29,90\/mês.*Sem marca d’água.*Escolher Básico mensal$/s,
    /^Premium.*Em Breve.*R\$\s99,90\/mês.*Tenho interesse/s,
    /^Básico anual(?!.*Mais Popular).*R\$\s299,90\/ano.*Economize ~16%!.*Escolher Básico anual$/s,
  ]);
  await bare.close();

  await page.goto('/plans');
  await expect(openInterest(page)).toBeEnabled();
  const comparison = page.getByRole('region', { name: 'O que cada plano inclui' });
  await expect(comparison).toContainText(/R\$\s29,90\/mês ou R\$\s299,90\/ano/);
  await expect(comparison).toContainText(/R\$\s99,90\/mês · em breve/);
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) {
    // A phone shows one block for each plan, which avoids horizontal scrolling.
    await expect(comparison.getByRole('listitem')).toHaveText([
      /^Free.*10 minutos/,
      /^Básico.*1 hora/,
      /^Premium.*4 horas/,
    ]);
    await expect(comparison.getByRole('table')).toHaveCount(0);
  } else {
    await expect(comparison.getByRole('row', { name: /Limite por arquivo/ })).toHaveText(
      /10 minutos.*1 hora.*4 horas/,
    );
    await expect(comparison.getByRole('row', { name: /Espaço para arquivos/ })).toHaveText(/5 GB.*50 GB/);
  }
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
});

test('the interest dialog closes on Escape and on Cancelar, and returns the focus', async ({ page }) => {
  await page.goto('/plans');
  const dialog = page.getByRole('dialog', { name: 'Interesse no Premium' });
  await openInterest(page).click();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Política de privacidade' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(openInterest(page)).toBeFocused();
  await openInterest(page).click();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expect(dialog.getByText('Nome é obrigatório.')).toBeVisible();
  await expect(dialog.getByText('E-mail inválido.')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(dialog).toBeHidden();
});

test('a visitor sends an interest, reads the thanks, and the dialog closes after two seconds', async ({
  page,
}) => {
  const { promise: received, resolve: receive } = Promise.withResolvers<void>();
  await page.context().route('**/api/interest', async (route) => {
    await received;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/plans');
  const dialog = page.getByRole('dialog');
  await openInterest(page).click();
  await dialog.getByLabel('Nome').fill('Ana Conceição');
  await dialog.getByLabel('E-mail').fill(`interesse.${process.pid}@exemplo.com`);
  await expectClosesAfter(dialog, 2_000, async () => {
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
    receive();
    await expect(dialog.getByRole('status')).toHaveText('Recebemos seu interesse! 🎉');
  });
});

test.describe('for a visitor over the rate limit', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/429/]) });

  test('the dialog shows the waiting time and keeps the input', async ({ page }) => {
    const email = `insistente.${process.pid}@exemplo.com`;
    for (const _ of Array(5).keys())
      expect((await page.request.post('/api/interest', { data: { name: 'Bia', email } })).status()).toBe(201);
    await page.goto('/plans');
    await openInterest(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Bia');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    const status = dialog.getByRole('status');
    await expect(status).toContainText('Muitas tentativas.');
    await expect(status).toContainText(/Tente de novo em (59|60) minutos\./);
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
    await expectNoAxeViolations(page);
  });
});

test.describe('when the server cannot be reached', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the page shows the rendered plans, and keeps an unsent interest', async ({ page }) => {
    await page.context().route('**/api/**', (route) => route.abort());
    await page.goto('/plans');
    await expect(cardsOf(page)).toHaveCount(4);
    await openInterest(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill('Ana');
    await dialog.getByLabel('E-mail').fill('ana@exemplo.com');
    await dialog.getByRole('button', { name: 'Enviar' }).click();
    await expect(dialog.getByRole('status')).toHaveText(
      /^Erro ao enviar\. Tente novamente\.Sem conexão com o servidor\./,
    );
    await expect(dialog.getByLabel('Nome')).toHaveValue('Ana');
  });
});
