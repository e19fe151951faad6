import { SafeMessageError } from '../../errors/safe-message-error.ts';

/** Says what the mail server did without the words it used: those repeat the address. */
export class MailFault extends SafeMessageError {
  /** True when the server will refuse this mail however often it is sent. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'MailFault';
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

export function mailFault(error: unknown): MailFault {
  const heard: SmtpError = Object(error);
  const meaning = meanings[String(heard.code)] ?? 'the mail could not be sent';
  return new MailFault(`${meaning} (${detail(heard)})`, isPermanent(heard));
}
