import type { Page } from '@playwright/test';
import { clientAddress } from '#tests/client-address.ts';
import { type NewAccount, newAccount, signUp } from '#tests/factories.ts';
import { openLinkCall } from '#tests/mailbox.ts';
import { mailboxOf } from './fixtures.ts';

type Product = { url: string; mailboxUrl?: string | undefined };

/** Creates a confirmed account and signs it in to this browser by the mailed link. */
export async function signedInAccount(page: Page, product: Product, changes: Partial<NewAccount> = {}) {
  const { account, link } = await signUp(
    { url: product.url, mailboxUrl: mailboxOf(product) },
    newAccount(changes),
  );
  await openLinkIn(page, product, link);
  return account;
}

/** Opens a mailed link with the browser's cookies, but without its page. */
export async function openLinkIn({ request }: Page, { url }: Pick<Product, 'url'>, link: string) {
  // Send a new client address, because all tests at one address would exceed its rate limit.
  const headers = { 'x-forwarded-for': clientAddress(), origin: url };
  const led = await request.get(link, { maxRedirects: 0, headers });
  const data = openLinkCall(led.headers().location ?? '');
  const opened = await request.post('/api/auth/open-link', { headers, data });
  if (!opened.ok()) throw new Error(`the link was refused: ${await opened.text()}`);
}

/** Signs in without the form, in a second browser or to check whether a password still works. */
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
