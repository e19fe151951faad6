import { z } from 'zod';
import { clientAddress } from './client-address.ts';

const MailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});
type Mail = z.infer<typeof MailSchema>;

const waitMs = 10_000;
const pauseMs = 50;

/** Returns all mails to an address, newest first. */
export async function mailsTo(mailboxUrl: string, to: string): Promise<Mail[]> {
  const answer = await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(to)}`);
  return z.array(MailSchema).parse(await answer.json());
}

/** Mails that were queued together arrive in any order, so search all of them and not only the newest. */
async function waitFor<Found>(mailboxUrl: string, to: string, find: (mails: Mail[]) => Found | undefined) {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const found = find(await mailsTo(mailboxUrl, to));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`no such mail to ${to} arrived within ${waitMs} ms`);
}

/** Waits for the newest mail to an address. */
export function waitForMail(mailboxUrl: string, to: string, subject = /(?:)/): Promise<Mail> {
  return waitFor(mailboxUrl, to, (mails) => mails.find((mail) => subject.test(mail.subject)));
}

const linkPaths = {
  'magic-link': '/magic-link/verify',
  'reset-password': '/reset-password/',
  'verify-email': '/verify-email',
};

/** A link works only once, so a second call must not return it again, but wait for the next mail. */
const returnedLinks = new Set<string>();

/** Waits for a mail whose link leads to the given step. */
export async function waitForLink(mailboxUrl: string, email: string, step: keyof typeof linkPaths) {
  const link = await waitFor(mailboxUrl, email, (mails) =>
    mails
      .flatMap(({ text }) => [...text.matchAll(/https?:\/\/\S+/g)].map(([each]) => each))
      .find((each) => each.includes(linkPaths[step]) && !returnedLinks.has(each)),
  );
  returnedLinks.add(link);
  return link;
}

export function confirmationLink(mailboxUrl: string, email: string): Promise<string> {
  return waitForLink(mailboxUrl, email, 'verify-email');
}

/** The page's call for the link that this address has in its fragment. */
export function openLinkCall(pageAddress: string, { pressed = true } = {}) {
  const fields = new URLSearchParams(new URL(pageAddress, 'http://own.invalid').hash.slice(1));
  return { kind: fields.get('link') ?? '', token: fields.get('token') ?? '', pressed };
}

/** `at` is the server's own address, if the links hold a public one. */
type OpenOptions = { cookie?: string; pressed?: boolean; at?: string };

/**
 * Opens a mailed link as its page does after a press. Sends a new client address, because the tests together open
 * more links than one address may.
 */
export async function openLink(link: string, { cookie, pressed = true, at }: OpenOptions = {}) {
  const { origin, pathname, search } = new URL(link);
  const server = at ?? origin;
  const headers = { 'x-forwarded-for': clientAddress(), ...(cookie !== undefined && { cookie }) };
  const { headers: answered } = await fetch(`${server}${pathname}${search}`, { redirect: 'manual', headers });
  return fetch(`${server}/api/auth/open-link`, {
    method: 'POST',
    headers: { ...headers, origin, 'content-type': 'application/json' },
    body: JSON.stringify(openLinkCall(answered.get('location') ?? '', { pressed })),
  });
}
