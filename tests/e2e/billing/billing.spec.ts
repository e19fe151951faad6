import type { Page } from '@playwright/test';
import { newAccount } from '#tests/helpers/factories.ts';
import { confirmationLink } from '#tests/helpers/mailbox.ts';
import { openSdk } from '#tests/stripe/open-stripe.ts';
import { stripeControls } from '#tests/stripe/stripe-controls.ts';
import { expectClosesAfter } from '../fixtures/closes-after.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  mailboxOf,
  test,
  toastOf,
} from '../fixtures/fixtures.ts';
import { test as inLibrary } from '../fixtures/library-fixture.ts';
import { billingCalls, subscribe } from '../fixtures/subscriber.ts';

/** Checks layout and accessibility in both themes. */
async function expectGoodLook(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadableColours(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

const choose = (page: Page, plan = 'Básico') => page.getByRole('button', { name: `Escolher ${plan}` });
const paymentPage = (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento de teste');

test('a visitor chooses a plan, registers, confirms by mail, pays, and cancels', {
  tag: ['@phone-too', '@always'],
}, async ({ page, product }) => {
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Escolher Básico anual' }).click();
  await expect(page).toHaveURL(/\/register\?redirect=/);
  const account = newAccount({ name: 'Ana Beatriz' });
  await page.getByLabel('Nome', { exact: true }).fill(account.name);
  await page.getByLabel('E-mail', { exact: true }).fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByLabel('Ocupação', { exact: true }).selectOption(account.occupation);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.goto(await confirmationLink(mailboxOf(product), account.email));
  await expect(page).toHaveURL('/dashboard/plano?plano=basic-annual');
  await expect(page.getByText('Você escolheu o Básico anual.')).toBeVisible();
  await expect(page.getByLabel('Anual')).toBeChecked();
  await expectGoodLook(page);

  await page.getByRole('button', { name: 'Ir para o pagamento' }).click();
  await paymentPage(page);
  await expect(page.locator('body')).toContainText('299,90');
  await page.getByRole('button', { name: 'Pagar (teste)' }).click();
  await expect(page.getByText('Pagamento confirmado. Seu plano agora é o Básico anual.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/plano');
  await expect(page.getByText('Plano Atual')).toBeVisible();
  // Yearly subscribers see the yearly prices.
  await expect(page.getByLabel('Anual')).toBeChecked();

  await page.getByRole('link', { name: 'Ver uso e pagamentos' }).click();
  await page.getByRole('button', { name: 'Cancelar Assinatura' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Suas transcrições e seus resumos continuam com você.');
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Assinatura cancelada\. O plano vale até/)).toBeVisible();
  await expectGoodLook(page);
});

test('a visitor keeps the chosen plan during a sign-up through Google', async ({ page, product }) => {
  test.skip(product.mailboxUrl === undefined, 'a product that already runs may use Google itself');
  const user = newAccount({ name: 'Bia Sousa' });
  await page.goto('/plans');
  await page.getByRole('link', { name: 'Escolher Básico mensal' }).click();
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta do Google de teste');
  await page.getByLabel('E-mail', { exact: true }).fill(user.email);
  await page.getByLabel('Nome', { exact: true }).fill(user.name);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Você escolheu o Básico mensal.')).toBeVisible();
});

inLibrary(
  'the page of the plan shows the minutes of each day',
  { tag: '@phone-too' },
  async ({ signedIn: page, library }) => {
    await page.goto('/dashboard/billing');
    await expect(page.getByText('Nenhum minuto usado neste mês.')).toBeVisible();
    await library.insert([{ title: 'Aula', durationMs: 1_800_000 }]);
    await page.reload();
    const table = page.getByRole('table', { name: /^Minutos usados por dia em / });
    await expect(table.getByRole('row', { name: /^\d+ \(hoje\) 30 min$/ })).toBeAttached();
    await expectGoodLook(page);
  },
);

test('a subscriber sees usage, payments and the next charge, withdraws a cancellation, and gets a refund', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard/billing');
  await expect(page.getByText('FREE', { exact: true })).toBeVisible();
  await expect(page.getByText('Nenhum pagamento registrado.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar Assinatura' })).toHaveCount(0);
  const calls = await subscribe(page);

  await page.reload();
  await expect(page.getByText('BÁSICO MENSAL', { exact: true })).toBeVisible();
  const plan = page.getByRole('region', { name: 'Plano', exact: true });
  await expect(plan).toContainText(/R\$\s29,90\/mês/);
  await expect(page.getByText('0 min de 10 h')).toBeVisible();
  await expect(page.getByText('60 minutos')).toBeVisible();
  await expect(page.getByText(/^Renova em \d/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer Upgrade' })).toHaveAttribute('href', '/dashboard/plano');
  const support = page.getByRole('link', { name: 'Fale com o suporte' });
  await expect(support).toHaveAttribute('href', '/dashboard/support');
  await expect(page.getByRole('link', { name: /^Recibo/ })).toBeVisible();

  const dialog = page.getByRole('alertdialog');
  await calls.post('/stripe/cancel-subscription');
  await page.reload();
  await page.getByRole('button', { name: 'Retomar assinatura' }).click();
  await dialog.getByRole('button', { name: 'Retomar assinatura' }).click();
  await expect(page.getByText(/^Renova em/)).toBeVisible();

  await page.getByRole('button', { name: 'Solicitar Reembolso' }).click();
  await dialog.getByRole('button', { name: 'Manter o plano' }).click();
  await page.getByRole('button', { name: 'Solicitar Reembolso' }).click();
  await dialog.getByRole('button', { name: 'Confirmar reembolso' }).click();
  await expect(page.getByText('FREE', { exact: true })).toBeVisible();
  await expect(page.getByText('Reembolsado', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Solicitar Reembolso' })).toHaveCount(0);
});

test('the payment list shows a refund that the bank returned, and links to the support', {
  tag: '@every-size',
}, async ({ signedIn: page, product }) => {
  const sandboxUrl = new URL('/', mailboxOf(product)).origin;
  const calls = await subscribe(page);
  const paymentIntentId = (await calls.history())[0]?.payment_intent_id ?? '';
  expect((await calls.post('/stripe/refund', { paymentIntentId })).ok()).toBe(true);
  const { data: refunds } = await openSdk(sandboxUrl).refunds.list({ payment_intent: paymentIntentId });
  await stripeControls(sandboxUrl).returnRefund(refunds[0]?.id ?? '');
  expect(await calls.history()).toMatchObject([{ status: 'refund_returned', refundable_until: null }]);

  await page.goto('/dashboard/billing');
  const row = page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem');
  await expect(row).toContainText('Reembolso devolvido pelo banco');
  await expect(row).toContainText('O dinheiro continua seu: fale com o suporte');
  await expect(page.getByText('Reembolsado', { exact: true })).toHaveCount(0);
  await expectGoodLook(page);
  // The badge must not force the plan's name onto a second line at any width.
  const name = row.getByText('Básico mensal', { exact: true });
  for (const width of [320, 360, 640, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await name.boundingBox())?.height, `the name at ${width} px`).toBeLessThan(30);
  }
  await row.getByRole('link', { name: 'fale com o suporte' }).click();
  await expect(page).toHaveURL('/dashboard/support');
});

test('a subscriber compares monthly and yearly plans, changes the plan, and returns to the free plan', async ({
  signedIn: page,
}) => {
  const calls = await subscribe(page);
  await page.goto('/dashboard/plano');
  const headers = page.getByRole('table').getByRole('columnheader');
  await expect(headers).toHaveText([/^Free/, /^Básico/, /^Premium/]);
  await expect(page.getByLabel('Mensal')).toBeChecked();
  await expect(choose(page)).toHaveCount(0);
  await page.getByLabel('Anual').check();
  // The table does not scroll here, so it must not be a Tab stop.
  await expect(page.getByRole('region', { name: 'Comparação dos planos' })).not.toHaveAttribute('tabindex');
  const prices = page.getByRole('row', { name: /^Preço/ });
  await expect(prices).toContainText(/R\$\s299,90.*cerca de R\$\s24,99\/mês.*Economize ~16%!/);

  await choose(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Trocar para o Básico anual?' });
  await expect(dialog).toContainText(/paga R\$\s270,00 agora: R\$\s299,90\/ano/);
  await expect(dialog).toContainText(/A assinatura se renova em .* por R\$\s299,90\/ano/);
  await dialog.getByRole('button', { name: 'Confirmar troca' }).click();
  await expect(
    toastOf(page, /seu plano agora é o Básico anual\. O cartão pagou R\$\s270,00\./),
  ).toBeVisible();
  await expect(page.getByText('Básico anual', { exact: true })).toBeVisible();
  // The page removes the pressed button, so the focus must move to the heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await calls.history()).toHaveLength(2);

  await page.getByRole('button', { name: 'Voltar para Free' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Voltar para Free' }).click();
  await expect(page.getByRole('button', { name: 'Retomar assinatura' })).toBeVisible();

  // The page does not confirm a scheduled change again. It explains how to undo the change.
  await choose(page, 'Free').click();
  const done = page.getByRole('dialog', { name: 'Seu plano já volta para o Free' });
  await done.getByRole('button', { name: 'Entendi' }).click();
  await page.getByLabel('Mensal').check();
  await choose(page).click();
  const change = page.getByRole('alertdialog', { name: 'Trocar para o Básico mensal?' });
  await expect(change).toContainText('o cancelamento é desfeito');
  await expect(change).toContainText(/nada é cobrado\. Você fica com R\$\s270,00 de crédito/);
  await change.getByRole('button', { name: 'Manter o plano' }).click();

  await page.clock.install();
  await page.getByRole('button', { name: 'Tenho Interesse' }).click();
  const interest = page.getByRole('dialog');
  await expect(interest.getByLabel('Nome')).toHaveValue('Ana Beatriz');
  await expectClosesAfter(interest, 3_000, async () => {
    await interest.getByRole('button', { name: 'Enviar' }).click();
    await expect(interest.getByRole('status')).toHaveText('🎉 Interesse registrado com sucesso!');
  });
});

test.describe('at the payment page', () => {
  // The payment page answers a declined card with status 402.
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/402/]) });

  test('a user with a declined card leaves the payment page and reads that nothing was charged', {
    tag: '@always',
  }, async ({ signedIn: page }) => {
    await page.goto('/dashboard/plano');
    await choose(page).click();
    await paymentPage(page);
    await page.getByRole('button', { name: 'Cartão recusado' }).click();
    await expect(page.getByRole('alert')).toContainText('O cartão foi recusado');
    await page.getByRole('button', { name: 'Desistir' }).click();
    await expect(page.getByText('Você saiu da página de pagamento. Nada foi cobrado.')).toBeVisible();
    // The address must still contain the choice, for a user who left by mistake.
    await expect(page).toHaveURL('/dashboard/plano?plano=basic-monthly');
    await page.reload();
    await expect(choose(page)).toBeVisible();
    await expect(page.getByText('Nada foi cobrado')).toHaveCount(0);
  });
});

test('two tabs that choose a plan at the same moment share one payment page and one subscription', async ({
  signedIn: page,
}) => {
  const other = await page.context().newPage();
  await Promise.all([page.goto('/dashboard/plano'), other.goto('/dashboard/plano')]);
  await Promise.all([choose(page).click(), choose(other).click()]);
  await Promise.all([paymentPage(page), paymentPage(other)]);
  expect(other.url()).toBe(page.url());
  await page.getByRole('button', { name: 'Pagar (teste)' }).click();
  await expect(page.getByText('Pagamento confirmado')).toBeVisible();
  await other.getByRole('button', { name: 'Pagar (teste)' }).click();
  await other.goto('/dashboard/plano');
  await expect(other.getByText('Básico mensal', { exact: true })).toBeVisible();
  expect(await (await billingCalls(page)).history()).toHaveLength(1);
});

test('every screen shows a failed payment, with a button to update the card', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  await subscribe(page);
  // All journeys share one Stripe and one clock, so no test can wait for a failed renewal.
  await page.context().route('**/api/billing', async (route) => {
    const answer = await route.fetch();
    const grace = { status: 'past_due', grace_until: '2027-01-15T15:00:00.000Z' };
    await route.fulfill({ json: { ...(await answer.json()), ...grace } });
  });
  await page.goto('/dashboard');
  const banner = page.getByRole('region', { name: 'Pagamento pendente' });
  await expect(banner).toContainText('O plano Básico mensal vale até 15 de janeiro de 2027.');
  await expectGoodLook(page);
  await page.goto('/dashboard/billing');
  await expect(page.getByText('Pagamento pendente', { exact: true })).toBeVisible();
  await banner.getByRole('button', { name: 'Atualizar o cartão' }).click();
  await page.context().unroute('**/api/billing');
  const syncRequest = page.waitForRequest('**/api/stripe/sync');
  await page.getByRole('link', { name: /Voltar/ }).click();
  await syncRequest;
  await expect(page.getByText(/^Renova em \d/)).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('the plan page offers no payment without Stripe, and a long list of payments keeps its columns', {
  tag: '@phone-too',
}, async ({ signedIn: page }) => {
  const payment = (index: number) => ({
    plan: index % 2 === 0 ? 'Básico mensal' : 'Básico anual',
    value: index === 0 ? 27_000 : 2_990,
    date: new Date(Date.UTC(2026, 10 - index, 1 + index, 15)).toISOString(),
    payment_intent_id: `pi_${index}`,
    status: (['paid', 'partly_refunded', 'refunded', 'refund_returned'] as const)[index % 4],
    refundable_until: null,
    refund: null,
    invoice_url: index === 1 ? null : 'https://invoice.stripe.com/i/1',
  });
  await page
    .context()
    .route('**/api/stripe/history', (route) =>
      route.fulfill({ json: Array.from({ length: 30 }, (_, index) => payment(index)) }),
    );
  await page.context().route('**/api/billing', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), is_available: false } });
  });
  await page.goto('/dashboard/billing');
  await expect(page.getByText('Os pagamentos ainda não foram ativados aqui.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fazer Upgrade' })).toHaveClass(/bg-raised/);

  const rows = page.getByRole('region', { name: 'Pagamentos' }).getByRole('listitem');
  await expect(rows).toHaveCount(12);
  // Every price must end at the same x position, with or without receipt and badge.
  const ends = await rows
    .getByText(/^R\$/)
    .evaluateAll((prices) => prices.map((it) => it.getBoundingClientRect().right));
  expect(new Set(ends).size).toBe(1);
  await expectGoodLook(page);
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect(rows).toHaveCount(24);
  await expect(rows.nth(12)).toBeFocused();
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect(rows).toHaveCount(30);
  await expect(rows.nth(24)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Mostrar mais' })).toHaveCount(0);
});

test.describe('when the server cannot be reached', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('the screens report what they could not load or do, and continue after a retry', async ({
    signedIn: page,
  }) => {
    await page.context().route('**/api/auth/plan', (route) => route.abort());
    await page.goto('/dashboard/billing');
    await expect(page.getByText('Não foi possível carregar os dados do plano.')).toBeVisible({
      timeout: 15_000,
    });
    await page.context().unroute('**/api/auth/plan');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('FREE', { exact: true })).toBeVisible();

    await page.context().route('**/api/auth/plan/days', (route) => route.abort());
    await page.goto('/dashboard/billing');
    await expect(page.getByText(/^Não foi possível carregar os minutos por dia\. \S/)).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByText('FREE', { exact: true })).toBeVisible();
    await page.context().unroute('**/api/auth/plan/days');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByText('Nenhum minuto usado neste mês.')).toBeVisible();

    await page.goto('/dashboard/plano');
    const pressed = (address: string, json: object) =>
      page.context().route(address, (route) => route.fulfill({ json }));
    await page.context().route('**/api/stripe/create-session', (route) => route.abort());
    await choose(page).click();
    await expect(toastOf(page, 'Erro ao redirecionar para o pagamento.')).toBeVisible();
    await pressed('**/api/stripe/create-session', {});
    await choose(page).click();
    await expect(toastOf(page, 'URL de checkout não retornada.')).toBeVisible();

    await page.context().unroute('**/api/stripe/create-session');
    await page.context().route('**/api/stripe/sync', (route) => route.abort());
    await page.goto('/dashboard/plano?pagamento=ok');
    await expect(page.getByText('Não conseguimos verificar o pagamento agora.')).toBeVisible();
    // The payment may have succeeded, so no primary button offers to pay again.
    await expect(choose(page)).toHaveClass(/bg-raised/);
    await subscribe(page);
    await page.context().unroute('**/api/stripe/sync');
    await page.getByRole('button', { name: 'Verificar de novo' }).click();
    await expect(page.getByText('Pagamento confirmado. Seu plano agora é o Básico mensal.')).toBeVisible();

    await page.context().route('**/api/stripe/change-preview?*', (route) => route.abort());
    await page.getByLabel('Anual').check();
    await choose(page).click();
    const change = page.getByRole('alertdialog');
    await expect(change).toContainText('Não foi possível calcular o valor da troca.');
    await expect(change.getByRole('button', { name: 'Confirmar troca' })).toHaveCount(0);
    await page.context().unroute('**/api/stripe/change-preview?*');
    await change.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(change).toContainText(/paga R\$\s270,00 agora/);

    // The page must still show the refund button, and report that it cannot read the payments.
    await page.context().route('**/api/stripe/history', (route) => route.abort());
    await page.goto('/dashboard/billing');
    await page.getByRole('button', { name: 'Solicitar Reembolso' }).click();
    await expect(page.getByText('Não foi possível carregar os pagamentos.', { exact: true })).toBeVisible({
      timeout: 15_000,
    });
    await page.context().unroute('**/api/stripe/history');
    await page.getByRole('button', { name: 'Solicitar Reembolso' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Solicitar reembolso?' })).toBeVisible();
  });
});

test('the page waits for a payment that Stripe does not know yet, and does not ask to pay twice', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard/plano?pagamento=ok');
  await expect(page.getByText('Confirmando seu pagamento...')).toBeVisible();
  await expect(page.getByText('Ainda não recebemos a confirmação do pagamento.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('Não é preciso pagar de novo.')).toBeVisible();
});
