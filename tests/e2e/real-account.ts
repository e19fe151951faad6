import type { Page } from '@playwright/test';
import { clientAddress } from '../client-address.ts';
import { type NewAccount, newAccount, signUp } from '../factories.ts';
import { mailboxOf } from './fixtures.ts';

type Product = { url: string; mailboxUrl?: string | undefined };

/** Somebody with a confirmed account, signed in to this browser as the link of the mail does it. */
export async function signedInAccount(page: Page, product: Product, changes: Partial<NewAccount> = {}) {
  const { account, link } = await signUp(
    { url: product.url, mailboxUrl: mailboxOf(product) },
    newAccount(changes),
  );
  // Each journey comes from a home of its own: the limit per address is for one.
  await page.request.get(link, { maxRedirects: 0, headers: { 'x-forwarded-for': clientAddress() } });
  return account;
}

/** By password, without the form: for a second browser, or to see whether a password still opens. */
export function signInByPassword(
  page: Page,
  product: Product,
  account: Pick<NewAccount, 'email' | 'password'>,
) {
  const { email, password } = account;
  return page.request.post('/api/auth/sign-in/email', {
    headers: { origin: product.url },
    data: { email, password },
  });
}
