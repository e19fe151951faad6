import { expect } from 'vitest';
import { type NewAccount, newAccount } from './factories.ts';
import { confirmationLink } from './mailbox.ts';
import type { TestProduct } from './start-test-product.ts';

type CallOptions = {
  body?: object | string;
  cookie?: string;
  origin?: string;
  headers?: Record<string, string>;
};

/** What a browser that holds this cookie asks of the sign-in. */
export function callAuth({ url }: Pick<TestProduct, 'url'>, path: string, options: CallOptions = {}) {
  const { body, cookie, origin = url, headers } = options;
  return fetch(`${url}/api/auth${path}`, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export function person(name: string): NewAccount {
  return newAccount({ name, email: `${name.toLowerCase()}@exemplo.com` });
}

/** Signs up, opens the link of the mail, and gives the cookie of the session. */
export async function signedInCookie(product: TestProduct, who: NewAccount) {
  expect((await callAuth(product, '/sign-up/email', { body: who })).status).toBe(200);
  const confirmed = await fetch(await confirmationLink(product.mailboxUrl, who.email), {
    redirect: 'manual',
  });
  const setCookie = confirmed.headers.getSetCookie().find((each) => each.includes('session_token')) ?? '';
  return { setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
}

/** How many mails came to an address once the queue had the time to send them. */
export async function countMails({ mailboxUrl }: TestProduct, to: string) {
  const answer = await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as unknown[]).length;
}
