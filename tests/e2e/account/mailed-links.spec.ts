import type { Browser, Page } from '@playwright/test';
import { newAccount, signUp } from '#tests/helpers/factories.ts';
import { waitForLink } from '#tests/helpers/mailbox.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectReadableColours,
  mailboxOf,
  test,
} from '../fixtures/fixtures.ts';
import { signedInAccount } from '../fixtures/real-account.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function askForMagicLink(page: Page, mailboxUrl: string) {
  const { email } = newAccount({ email: `longo.${'nome-'.repeat(9)}${Date.now()}@exemplo.com` });
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  await page.getByRole('button', { name: 'Entrar com link mágico' }).click();
  await page.getByLabel('E-mail que recebe o link').fill(email);
  await button(page, 'Enviar link mágico').click();
  return { email, link: await waitForLink(mailboxUrl, email, 'magic-link') };
}

/** Opens the link as a scanner with a headless browser does: it runs the scripts and follows the redirects. */
async function scan(browser: Browser, link: string) {
  const context = await browser.newContext();
  const scanner = await context.newPage();
  for (let count = 0; count < 2; count += 1) {
    await scanner.goto(link);
    await expect(button(scanner, 'Entrar').or(button(scanner, 'Confirmar e-mail'))).toBeVisible();
  }
  expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([]);
  await context.close();
}

test('a magic link opens by itself in the browser that asked for it, also after a scanner', {
  tag: '@always',
}, async ({ page, browser, product }) => {
  const { link } = await askForMagicLink(page, mailboxOf(product));
  await scan(browser, link);
  await page.goto(link);
  await expect(title(page)).toHaveText('Processando autenticação...');
  await expect(page).toHaveURL('/dashboard/plano');
  await page.goBack();
  await expect(page).not.toHaveURL(/token/);
});

test('a magic link asks for a press in another browser, and says for which address it is', {
  tag: '@phone-too',
}, async ({ page, browser, product }) => {
  const asking = await (await browser.newContext({ baseURL: product.url })).newPage();
  const { email, link } = await askForMagicLink(asking, mailboxOf(product));
  await asking.context().close();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(link);
  await expect(title(page)).toHaveText('Entrar na sua conta');
  await expect(page).toHaveTitle(/^Entrar na sua conta/);
  await expect(title(page)).toBeFocused();
  await expect(page.getByText(email)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectReadableColours(page);
  // A reload shows the button again, because the link is not used yet.
  await page.reload();
  await page.keyboard.press('Tab');
  await button(page, 'Entrar').press('Enter');
  await expect(title(page)).toHaveText('Processando autenticação...');
  await expect(page).toHaveURL('/dashboard/plano');
});

test('a confirmation link of a stranger confirms nothing without a press', async ({
  page,
  browser,
  product,
}) => {
  const { account, link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
  await scan(browser, link);
  await page.goto(link);
  await expect(title(page)).toHaveText('Confirmar e-mail');
  await expect(page.getByText(account.email)).toBeVisible();
  await button(page, 'Confirmar e-mail').click();
  await expect(page).toHaveURL('/dashboard');
});

test('a link of an e-mail change asks for a press in another signed-in browser', async ({
  page,
  browser,
  product,
}) => {
  const account = await signedInAccount(page, product);
  const { email: newEmail } = newAccount();
  await page.goto('/dashboard/conta');
  await page.getByLabel('E-mail', { exact: true }).fill(newEmail);
  await button(page, 'Salvar').click();
  const link = await waitForLink(mailboxOf(product), account.email, 'verify-email');
  const phone = await (await browser.newContext({ baseURL: product.url })).newPage();
  await phone.goto('/login');
  await phone.getByLabel('E-mail', { exact: true }).fill(account.email);
  await phone.getByLabel('Senha', { exact: true }).fill(account.password);
  await phone.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(phone).toHaveURL('/dashboard');
  await phone.goto(link);
  await expect(phone.getByText(newEmail)).toBeVisible();
  await button(phone, 'Confirmar e-mail').click();
  await expect(phone.getByText(/^Confirmação recebida\./)).toBeVisible();
  await phone.context().close();
});

test('a signed-out person reads what a link of an e-mail change needs, and no page claims a confirmation', async ({
  page,
  product,
  expectedNoise,
}) => {
  expectedNoise.push(/401/);
  const account = await signedInAccount(page, product);
  const { email: newEmail } = newAccount();
  await page.goto('/dashboard/conta');
  await page.getByLabel('E-mail', { exact: true }).fill(newEmail);
  await button(page, 'Salvar').click();
  const link = await waitForLink(mailboxOf(product), account.email, 'verify-email');
  await page.request.post('/api/auth/sign-out', { headers: { origin: product.url }, data: {} });
  await page.goto(link);
  await expect(page.getByText('abra o link do e-mail outra vez')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.getByLabel('E-mail', { exact: true }).fill(account.email);
  await page.getByLabel('Senha', { exact: true }).fill(account.password);
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(link);
  await expect(page.getByText('Primeira confirmação recebida.')).toBeVisible();
});

test.describe('on a broken line', () => {
  test.use({ expectedNoise: async ({ browserName: _ }, use) => use([/ERR_|Failed to load resource/]) });

  test('a press that does not reach the server says so, and can be repeated', async ({ page, product }) => {
    const { link } = await signUp({ url: product.url, mailboxUrl: mailboxOf(product) });
    await page.goto(link);
    await expect(button(page, 'Confirmar e-mail')).toBeVisible();
    await page.context().route('**/api/auth/open-link', (route) => route.abort(), { times: 1 });
    await button(page, 'Confirmar e-mail').click();
    await expect(page.getByRole('alert')).toContainText('Não foi possível falar com o servidor.');
    await button(page, 'Confirmar e-mail').click();
    await expect(page).toHaveURL('/dashboard');
  });
});
