import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { SafeMessageError } from '../../errors/safe-message-error.ts';

/** Says what the mail server did without the words it used: those repeat the address. */
export class MailError extends SafeMessageError {
  /** True when the server will refuse this mail however often it is sent. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'MailError';
    this.permanent = permanent;
  }
}

const meanings: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: "the mail server's name is not known",
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'the connection to the mail server could not be made secure',
  EAUTH: 'the mail server refused our name and password',
  ENOAUTH: 'the mail server asks for a name and password',
  EPROTOCOL: 'the mail server answered what nobody understands',
  EENVELOPE: 'the mail server refused the address',
  EMESSAGE: 'the mail server refused the message',
  EABORT: 'sending was stopped',
};

type SmtpError = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown };

/** "550 5.1.1" of the server's answer, or "ECONNREFUSED" of the system's. */
function detail({ code, responseCode, response, message }: SmtpError): string {
  if (typeof responseCode === 'number') {
    const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
    return status === undefined ? String(responseCode) : `${responseCode} ${status}`;
  }
  return /\bE[A-Z]{4,}\b/.exec(String(message))?.[0] ?? String(code ?? 'no code');
}

/** 5xx about the address: it does not exist, or takes no mail. Other refusals are of today or of ours. */
function isPermanent({ code, responseCode }: SmtpError): boolean {
  if (code !== 'EENVELOPE') return false;
  return responseCode === undefined || [550, 551, 553, 556].includes(Number(responseCode));
}

export function toMailError(error: unknown): MailError {
  const heard: SmtpError = Object(error);
  const meaning = meanings[String(heard.code)] ?? 'the mail could not be sent';
  return new MailError(`${meaning} (${detail(heard)})`, isPermanent(heard));
}

const maxHeaderLength = 200;

/**
 * What people typed, made fit for one header line: a line break in it would begin a header of their own, and the
 * signs that turn the reading direction would let one name look like another.
 */
export function headerText(value: string): string {
  const line = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const signs = [...line];
  return signs.length <= maxHeaderLength ? line : `${signs.slice(0, maxHeaderLength - 1).join('')}…`;
}

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
        throw toMailError(error);
      }
    },
    verify: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw toMailError(error);
      }
    },
    close: async () => transport.close(),
  };
}
