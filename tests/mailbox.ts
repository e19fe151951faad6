import { z } from 'zod';

const MailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});

const waitMs = 10_000;
const pauseMs = 50;

/** Waits for the newest mail to an address, as a person who has just been told to look at the mailbox. */
export async function waitForMail(mailboxUrl: string, to: string) {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(to)}`);
    const [mail] = z.array(MailSchema).parse(await answer.json());
    if (mail !== undefined) return mail;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`no mail to ${to} came within ${waitMs} ms`);
}

const linkPaths = {
  'magic-link': '/magic-link/verify',
  'reset-password': '/reset-password/',
  'verify-email': '/verify-email',
};

/** Waits for a mail whose link leads to the given step; an older mail of another kind may lie there already. */
export async function linkIn(mailboxUrl: string, email: string, step: keyof typeof linkPaths) {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const { text } = await waitForMail(mailboxUrl, email);
    const link = [...text.matchAll(/https?:\/\/\S+/g)].map(([each]) => each);
    const found = link.find((each) => each.includes(linkPaths[step]));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`no mail to ${email} with a link to ${step} came within ${waitMs} ms`);
}

/** The link that confirms an account, as its mail brought it. */
export async function confirmationLink(mailboxUrl: string, email: string): Promise<string> {
  const { text } = await waitForMail(mailboxUrl, email);
  const link = /https?:\/\/\S+verify-email\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`the mail to ${email} holds no link`);
  return link;
}
