import { newAccount, signUp } from '#tests/factories.ts';
import { expect, test } from './fixtures.ts';

test('a session of the real server opens the dashboard, and Sair ends it there too', async ({
  page,
  product,
}) => {
  const { url, mailboxUrl = '' } = product;
  test.skip(mailboxUrl === '', 'the mailbox of a product that already runs is not known');
  const { account, link } = await signUp({ url, mailboxUrl }, newAccount({ name: 'Ana Beatriz' }));
  await page.goto(link);
  await expect(page).toHaveURL('/auth/callback');

  await page.goto('/plans');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Ana');
  await page.reload();
  await expect(page.getByRole('complementary').getByText(account.email)).toBeVisible();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});
