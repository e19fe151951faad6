import type { Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { expect, greetingOf, mailboxOf, test } from '../fixtures/fixtures.ts';
import { untilNothingLoads } from '../fixtures/until-nothing-loads.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

type StoredSession = {
  access_token: string;
  expires_at: number;
  received_at_ms: number;
  level: string;
  user: { email: string };
};
const storedSession = (page: Page) =>
  page.evaluate<StoredSession>("JSON.parse(localStorage.getItem('escriba.session'))");

/** Replaces the stored token by an expired one with an invalid signature. */
function spoilToken(page: Page) {
  return page.evaluate(`(() => {
    const kept = JSON.parse(localStorage.getItem('escriba.session'));
    const [header, payload] = kept.access_token.split('.');
    const claims = { ...JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), exp: 1, iat: 0 };
    kept.access_token = [header, btoa(JSON.stringify(claims)).replaceAll('=', ''), 'AAAA'].join('.');
    localStorage.setItem('escriba.session', JSON.stringify(kept));
  })()`);
}

function countTokenRequests(page: Page) {
  const requests = { count: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/token')) requests.count += 1;
  });
  return requests;
}

test('a signed-in user opens the dashboard, and Sair also ends the session at the server', async ({
  page,
  product,
}) => {
  const addresses = { url: product.url, mailboxUrl: mailboxOf(product) };
  const { account, link } = await signUp(addresses, newAccount({ name: 'Ana Beatriz' }));
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page).toHaveURL('/auth/callback');

  await page.goto('/plans');
  await expect(page).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText(greetingOf('Ana'));
  await page.reload();
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(async () => (await page.request.get('/api/auth/get-session')).json()).toBeNull();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('the page keeps the session and the valid token after a reload', async ({ signedIn: page, account }) => {
  await page.goto('/dashboard/plano');
  await expect(title(page)).toBeVisible();
  const before = await storedSession(page);
  expect(before).toMatchObject({ level: 'aal1', user: { email: account.email } });
  expect(before.expires_at - Date.now() / 1_000).toBeGreaterThan(800);
  const tokenRequests = countTokenRequests(page);
  await page.reload();
  await expect(title(page)).toBeVisible();
  expect(tokenRequests.count).toBe(0);
  expect((await storedSession(page)).access_token).toBe(before.access_token);
});

test('scripts cannot read the session cookie', { tag: '@always' }, async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(title(page)).toBeVisible();
  expect(await page.evaluate('document.cookie')).not.toMatch(/session/i);
});

test.describe('with an expired access token', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/401/]) });

  test('the page renews the token, and the current action succeeds', async ({ signedIn: page }) => {
    await page.goto('/dashboard/conta');
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Beatriz');
    const tokenRequests = countTokenRequests(page);
    await spoilToken(page);
    await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') answers.push(response.status());
    });
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('status').getByText('Conta atualizada com sucesso!')).toBeVisible();
    expect(answers).toEqual([401, 200]);
    expect(tokenRequests.count).toBe(1);
  });

  test('the page opens the sign-in if the session has ended, and the sign-in leads back', async ({
    signedIn: page,
    account,
  }) => {
    await page.goto('/dashboard/conta');
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Beatriz');
    await page.context().clearCookies();
    await spoilToken(page);
    await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fconta');
    await page.getByLabel('E-mail', { exact: true }).fill(account.email);
    await page.getByLabel('Senha', { exact: true }).fill(account.password);
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/dashboard/conta');
  });
});

test('two tabs renew the token once, before it expires', { tag: '@always' }, async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(title(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(title(other)).toBeVisible();
  const tabs = [page, other];
  const tokenRequests = tabs.map(countTokenRequests);
  const before = await storedSession(page);
  // Pretend that the token was valid for only 80 s. The next tick or an `online` event notices that.
  const expiresAt = before.expires_at - 820;
  await page.evaluate(`localStorage.setItem('escriba.session',
    JSON.stringify({ ...${JSON.stringify(before)}, expires_at: ${expiresAt} }))`);
  await expect.poll(async () => (await storedSession(other)).expires_at).toBe(expiresAt);
  await Promise.all(tabs.map((tab) => tab.evaluate("dispatchEvent(new Event('online'))")));
  for (const tab of tabs)
    await expect
      .poll(async () => (await storedSession(tab)).received_at_ms)
      .toBeGreaterThan(before.received_at_ms);
  for (const tab of tabs) await untilNothingLoads(tab);
  expect(tokenRequests.reduce((sum, { count }) => sum + count, 0)).toBe(1);
});

for (const [how, script] of [
  ['with channels and locks', ''],
  [
    'without channels and locks',
    'delete globalThis.BroadcastChannel; Object.defineProperty(navigator, "locks", { value: undefined });',
  ],
] as const) {
  test(`two tabs sign in and out together, ${how}`, async ({ page, context, account }) => {
    await context.addInitScript(script);
    const other = await context.newPage();
    await other.goto('/login?redirect=%2Fdashboard%2Fplano');
    await page.goto('/login');
    await page.getByLabel('E-mail', { exact: true }).fill(account.email);
    await page.getByLabel('Senha', { exact: true }).fill(account.password);
    await page.getByLabel('Senha', { exact: true }).press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(other).toHaveURL('/dashboard/plano');

    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL('/login');
    await expect(other).toHaveURL('/login');
    expect(await other.evaluate("localStorage.getItem('escriba.session')")).toBeNull();
  });
}

test('another account’s sign-in switches the other tab, which shows nothing of the previous account', async ({
  signedIn: page,
  product,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(title(page)).toHaveText(greetingOf('Ana'));
  const addresses = { url: product.url, mailboxUrl: mailboxOf(product) };
  const { account, link } = await signUp(addresses, newAccount({ name: 'Bia Souza' }));
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(other).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText(greetingOf('Bia'));
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible();
});
