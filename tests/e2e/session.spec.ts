import type { Page } from '@playwright/test';
import { newAccount, signUp } from '../factories.ts';
import { expect, mailboxOf, test } from './fixtures.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

type Kept = {
  access_token: string;
  expires_at: number;
  received_at_ms: number;
  level: string;
  user: { email: string };
};
const kept = (page: Page) => page.evaluate<Kept>("JSON.parse(localStorage.getItem('escriba.session'))");

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

function countTokens(page: Page) {
  const asked = { times: 0 };
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/token')) asked.times += 1;
  });
  return asked;
}

test('a session of the real server opens the dashboard, and Sair ends it there too', async ({
  page,
  product,
}) => {
  const place = { url: product.url, mailboxUrl: mailboxOf(product) };
  const { account, link } = await signUp(place, newAccount({ name: 'Ana Beatriz' }));
  await page.goto(link);
  await expect(page).toHaveURL('/auth/callback');

  await page.goto('/plans');
  await expect(page).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText('Olá, Ana');
  await page.reload();
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(async () => (await page.request.get('/api/auth/get-session')).json()).toBeNull();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('a reload keeps the session and the valid token', async ({ signedIn: page, account }) => {
  await page.goto('/dashboard/plano');
  await expect(title(page)).toBeVisible();
  const before = await kept(page);
  expect(before).toMatchObject({ level: 'aal1', user: { email: account.email } });
  expect(before.expires_at - Date.now() / 1_000).toBeGreaterThan(800);
  const asked = countTokens(page);
  await page.reload();
  await expect(title(page)).toBeVisible();
  expect(asked.times).toBe(0);
  expect((await kept(page)).access_token).toBe(before.access_token);
});

test('scripts cannot read the session cookie', { tag: '@always' }, async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  await expect(title(page)).toBeVisible();
  expect(await page.evaluate('document.cookie')).not.toMatch(/session/i);
});

test.describe('with an expired access token', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/401/]) });

  test('the current action still succeeds', async ({ signedIn: page }) => {
    await page.goto('/dashboard/conta');
    await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Beatriz');
    const asked = countTokens(page);
    await spoilToken(page);
    await page.getByLabel('Nome completo').fill('Ana Beatriz Souza');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH') answers.push(response.status());
    });
    await page.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('status').getByText('Conta atualizada com sucesso!')).toBeVisible();
    expect(answers).toEqual([401, 200]);
    expect(asked.times).toBe(1);
  });

  test('with an ended session it leads to the sign-in and back', async ({ signedIn: page, account }) => {
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
  const asked = tabs.map(countTokens);
  const before = await kept(page);
  // As if the token were valid for 80 s from the start; the next tick or a returning network notices that.
  const expiresAt = before.expires_at - 820;
  await page.evaluate(`localStorage.setItem('escriba.session',
    JSON.stringify({ ...${JSON.stringify(before)}, expires_at: ${expiresAt} }))`);
  await expect.poll(async () => (await kept(other)).expires_at).toBe(expiresAt);
  await Promise.all(tabs.map((tab) => tab.evaluate("dispatchEvent(new Event('online'))")));
  for (const tab of tabs)
    await expect.poll(async () => (await kept(tab)).received_at_ms).toBeGreaterThan(before.received_at_ms);
  await page.waitForLoadState('networkidle');
  await other.waitForLoadState('networkidle');
  expect(asked.reduce((sum, { times }) => sum + times, 0)).toBe(1);
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

test('another account’s sign-in switches the other tab, which keeps nothing of the previous account', async ({
  signedIn: page,
  product,
  context,
}) => {
  await page.goto('/dashboard');
  await expect(title(page)).toHaveText('Olá, Ana');
  const place = { url: product.url, mailboxUrl: mailboxOf(product) };
  const { account, link } = await signUp(place, newAccount({ name: 'Bia Souza' }));
  const other = await context.newPage();
  await other.goto(link);
  await expect(other).toHaveURL('/dashboard');
  await expect(title(page)).toHaveText('Olá, Bia');
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible();
});
