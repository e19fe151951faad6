import type { ContactMessage } from '#contract/messages.ts';
import type { Occupation } from '#domain/occupations.ts';
import { clientAddress } from './client-address.ts';
import { confirmationLink } from './mailbox.ts';

let lastNumber = 0;
/** Returns a different message each time, so that tests do not depend on each other's rows. */
export function contactMessage(changes: Partial<ContactMessage> = {}): ContactMessage {
  lastNumber += 1;
  return {
    name: 'Ana Conceição',
    email: `ana.${lastNumber}@exemplo.com`,
    message: `Vocês transcrevem aulas longas? (${lastNumber})`,
    ...changes,
  };
}

export type NewAccount = { name: string; email: string; password: string; occupation: Occupation };

export function newAccount(changes: Partial<NewAccount> = {}): NewAccount {
  lastNumber += 1;
  return {
    name: 'Ana Conceição',
    email: `conta.${process.pid}.${lastNumber}@exemplo.com`,
    password: 'Segredo-forte-1',
    occupation: 'Estudante',
    ...changes,
  };
}

/** `origin` is the origin of the pages, if the API has another one. */
type Addresses = { url: string; mailboxUrl: string; origin?: string };

/** Signs up and returns the link from the confirmation mail. */
export async function signUp({ url, mailboxUrl, origin = url }: Addresses, account = newAccount()) {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': clientAddress() },
    body: JSON.stringify({ ...account, callbackURL: '/auth/callback' }),
  });
  if (!answer.ok) throw new Error(`sign-up was answered with ${answer.status}: ${await answer.text()}`);
  return { account, link: await confirmationLink(mailboxUrl, account.email) };
}
