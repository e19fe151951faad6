import { waitForMail } from '#tests/mailbox.ts';
import { expect, test } from './fixtures.ts';

test('a session of the real server opens the dashboard, and Sair ends it there too', async ({
  page,
  product,
}) => {
  const { mailboxUrl } = product;
  test.skip(mailboxUrl === undefined, 'the mailbox of a product that already runs is not known');
  const email = `ana.${Date.now()}@example.com`;
  const signedUp = await page.request.post('/api/auth/sign-up/email', {
    headers: { origin: product.url },
    data: { name: 'Ana Beatriz', email, password: 'Escriba-7391-teste', callbackURL: '/auth/callback' },
  });
  expect(signedUp.status()).toBe(200);
  const { text } = await waitForMail(mailboxUrl ?? '', email);
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? '');
  await expect(page).toHaveURL('/auth/callback');

  await page.goto('/plans');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olá, Ana');
  await page.reload();
  await expect(page.getByRole('complementary').getByText(email)).toBeVisible();

  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL('/login');
  expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull();
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});
