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

/** Sends a new client address, because the tests together open more links than one address may. */
export const openLink = (link: string) =>
  fetch(link, { redirect: 'manual', headers: { 'x-forwarded-for': clientAddress() } });
