import { newAccount } from '#tests/helpers/factories.ts';
import { expect, greetingOf, test } from '../fixtures/fixtures.ts';
import { chooseAtGoogle } from '../fixtures/google-account.ts';
import { signedInAccount } from '../fixtures/real-account.ts';

test('a new visitor signs in through Google and reaches the requested page', async ({ page, product }) => {
  test.skip(product.mailboxUrl === undefined, 'a product that already runs may use Google itself');
  const user = newAccount({ name: 'Bia Sousa' });
  await page.goto('/register?redirect=%2Fdashboard%2Fplano');
  await page.getByRole('button', { name: 'Continuar com Google' }).click();
  await chooseAtGoogle(page, user);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL(/\/auth\/callback\?redirect=/);
  await expect(page).toHaveURL('/dashboard/plano');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(greetingOf('Bia'));
});

test('a user with an account signs in to it through Google', async ({ page, product }) => {
  const account = await signedInAccount(page, product);
  const before = (await (await page.request.get('/api/auth/get-session')).json()) as { user: { id: string } };
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseAtGoogle(page, { email: account.email, name: 'Outro Nome' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/dashboard');
  const after = (await (await page.request.get('/api/auth/get-session')).json()) as { user: { id: string } };
  expect(after.user.id).toBe(before.user.id);
});

test('a visitor who refuses at Google reads the reason and returns to the sign-in', async ({
  page,
  product,
}) => {
  test.skip(product.mailboxUrl === undefined, 'a product that already runs may use Google itself');
  await page.goto('/login?redirect=%2Fdashboard%2Fplano');
  await page.getByRole('button', { name: 'Entrar com Google' }).click();
  await chooseAtGoogle(page, newAccount());
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erro na Autenticação');
  await expect(page.getByRole('alert')).toContainText('Erro ao processar autenticação. Tente novamente.');
  await expect(page.getByRole('alert')).toContainText('Você não autorizou a entrada com o Google.');
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard%2Fplano');
});

test('the Google button works again after the browser’s back button', async ({ page, product }) => {
  test.skip(product.mailboxUrl === undefined, 'a product that already runs may use Google itself');
  await page.goto('/login');
  const google = page.getByRole('button', { name: 'Entrar com Google' });
  await google.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta do Google de teste');
  await page.goBack();
  await google.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conta do Google de teste');
});
