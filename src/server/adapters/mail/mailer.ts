import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { headerText } from './header-text.ts';
import { mailFault } from './mail-fault.ts';

export type MailMessage = {
  /** Of the mail, not of the try: it becomes the Message-ID, by which a mail that came twice is seen to be one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
};

export type Mailer = Readonly<{
  send: (message: MailMessage, options?: { signal?: AbortSignal }) => Promise<void>;
  /** Throws when the mail server cannot be reached or refuses us. */
  verify: () => Promise<void>;
  close: () => Promise<void>;
}>;

const transportOptions = {
  pool: true as const,
  maxConnections: 2,
  // A server that closed the connection while it was idle: one more try on a fresh one. All others are the job's.
  maxRequeues: 1,
  idleTimeout: 15_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  // A mail is made of what we give and never of what its words point at.
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** The part after the @ of "Escriba <nao-responda@escriba.example>". */
const domainOf = (from: string) => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

export function openMailer({ mail }: Pick<Config, 'mail'>): Mailer {
  const transport = createTransport({ ...transportOptions, url: mail.smtpUrl });
  // A pooled connection that breaks while nobody sends has nobody to tell.
  transport.on('error', () => {});
  const domain = domainOf(mail.from);

  return {
    send: async ({ id, to, subject, text, html, replyTo }, { signal } = {}) => {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: mail.from,
          // As an object: read as text, a comma in it would add a recipient.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: headerText(replyTo.name), address: replyTo.address } }),
          subject: headerText(subject),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...(signal && { signal }),
        });
      } catch (error) {
        throw mailFault(error);
      }
    },
    verify: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw mailFault(error);
      }
    },
    close: async () => transport.close(),
  };
}
