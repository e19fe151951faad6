import type { ContactMessage } from '#contract/contact.ts';
import { waitForMail } from './mailbox.ts';

let made = 0;

/** A different one each time, so that no test depends on what another left behind. */
export function contactMessage(changes: Partial<ContactMessage> = {}): ContactMessage {
  made += 1;
  return {
    name: 'Ana Conceição',
    email: `ana.${made}@exemplo.com`,
    message: `Vocês transcrevem aulas longas? (${made})`,
    ...changes,
  };
}

export type NewAccount = { name: string; email: string; password: string };

export function newAccount(changes: Partial<NewAccount> = {}): NewAccount {
  made += 1;
  return {
    name: 'Ana Conceição',
    email: `conta.${process.pid}.${made}@exemplo.com`,
    password: 'Segredo-forte-1',
    ...changes,
  };
}

type Place = { url: string; mailboxUrl: string };

/** Signs up and gives the link that the mail brought, as a person would find it. */
export async function signUp({ url, mailboxUrl }: Place, account = newAccount()) {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, callbackURL: '/auth/callback' }),
  });
  if (!answer.ok) throw new Error(`sign-up was answered with ${answer.status}: ${await answer.text()}`);
  const { text } = await waitForMail(mailboxUrl, account.email);
  const link = /https?:\/\/\S+verify-email\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error('the mail holds no link');
  return { account, link };
}

/** An account whose link was followed, with the cookie of its session. */
export async function signedInAccount(place: Place, account = newAccount()) {
  const { link } = await signUp(place, account);
  const confirmed = await fetch(link, { redirect: 'manual' });
  const cookie = confirmed.headers.getSetCookie().find((each) => each.includes('session_token'));
  if (cookie === undefined) throw new Error(`the link was answered with ${confirmed.status} and no session`);
  return { account, setCookie: cookie, cookie: cookie.split(';', 1)[0] ?? '' };
}
