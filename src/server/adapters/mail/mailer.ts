import { createTransport } from 'nodemailer';
import type { ServiceFault } from '#server/adapters/services/service-calls.ts';
import type { Config } from '#server/config/config.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** Describes a mail server's failure without quoting it, because servers repeat the address. */
export class MailError extends SafeMessageError {
  /** True if the server will refuse every retry of this mail. */
  readonly permanent: boolean;
  /** The fault of the mail server. Undefined if we stopped the mail ourselves. */
  readonly fault: ServiceFault | undefined;

  constructor(message: string, { permanent, fault }: Pick<MailError, 'permanent' | 'fault'>) {
    super(message);
    this.permanent = permanent;
    this.fault = fault;
  }
}

const meanings: Readonly<Record<string, string>> = {
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: "the mail server's host name is unknown",
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'TLS to the mail server failed',
  EAUTH: 'the mail server refused our user name and password',
  ENOAUTH: 'the mail server requires a user name and password',
  EPROTOCOL: 'the mail server sent an invalid answer',
  EENVELOPE: 'the mail server refused the address',
  EMESSAGE: 'the mail server refused the message',
  EABORT: 'sending was stopped',
};

type SmtpError = { code?: unknown; responseCode?: unknown; response?: unknown; message?: unknown };

/** The server's status such as "550 5.1.1", or the system's error code such as "ECONNREFUSED". */
function detail({ code, responseCode, response, message }: SmtpError): string {
  if (typeof responseCode === 'number') {
    const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
    return status === undefined ? String(responseCode) : `${responseCode} ${status}`;
  }
  return /\bE[A-Z]{4,}\b/.exec(String(message))?.[0] ?? String(code ?? 'no code');
}

/** True for 5xx about the address: it does not exist or accepts no mail. Others may be temporary or our fault. */
function isPermanent({ code, responseCode }: SmtpError): boolean {
  if (code !== 'EENVELOPE') return false;
  return responseCode === undefined || [550, 551, 553, 556].includes(Number(responseCode));
}

function faultOf({ code, responseCode }: SmtpError): ServiceFault | undefined {
  if (code === 'EABORT') return undefined;
  // A temporary refusal says nothing about the password.
  const isTemporary = Number(responseCode) >= 400 && Number(responseCode) < 500;
  if (code === 'EAUTH' || code === 'ENOAUTH') return isTemporary ? 'unreachable' : 'unauthorized';
  // A connection is refused with 4xx or 5xx too; only these codes are about one mail.
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unreachable';
  return Number(responseCode) < 500 ? 'limited' : 'rejected';
}

export function toMailError(error: unknown): MailError {
  const fields: SmtpError = Object(error);
  const meaning = meanings[String(fields.code)] ?? 'sending the mail failed';
  return new MailError(`${meaning} (${detail(fields)})`, {
    permanent: isPermanent(fields),
    fault: faultOf(fields),
  });
}

const maxHeaderLength = 200;

/**
 * Makes user input safe for a header line. A line break would inject another header, and bidirectional control
 * characters would let a name look like another one. So would an encoded word (`=?utf-8?q?…?=`), which mail clients
 * decode and nodemailer passes on.
 */
function headerText(value: string): string {
  const line = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  const signs = [...line];
  return signs.length <= maxHeaderLength ? line : `${signs.slice(0, maxHeaderLength - 1).join('')}…`;
}

export type MailMessage = {
  /** Identifies the mail, not the attempt. It becomes the Message-ID, so that mail clients can drop duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
};

export type Mailer = Readonly<{
  send: (message: MailMessage, options?: { signal?: AbortSignal }) => Promise<void>;
  /** Throws if the mail server is unreachable or refuses us. */
  verify: () => Promise<void>;
  close: () => Promise<void>;
}>;

const transportOptions = {
  pool: true as const,
  maxConnections: 2,
  // One immediate retry, for a connection that the server closed while idle. The job does all other retries.
  maxRequeues: 1,
  idleTimeout: 15_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  // The content of a mail must not make nodemailer read files or URLs.
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** The part after the @ of "Escriba <nao-responda@escriba.example>". */
const domainOf = (from: string) => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

export function openMailer({ mail }: Pick<Config, 'mail'>): Mailer {
  const transport = createTransport({ ...transportOptions, url: mail.smtpUrl });
  // An idle pooled connection may break, and an unhandled error event would crash the process.
  transport.on('error', () => {});
  const domain = domainOf(mail.from);

  return {
    send: async ({ id, to, subject, text, html, replyTo }, { signal } = {}) => {
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: mail.from,
          // As an object, because nodemailer would parse a comma in a string as another recipient.
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
