import PostalMime, { type Address } from 'postal-mime';
import { arrivalTime, openFileStore } from '../file-storage.ts';

const defaultMaxCount = 500;

export type MailSummary = Pick<ReceivedMail, 'id' | 'to' | 'subject' | 'sentAt'>;
export type MailStore = ReturnType<typeof openMailStore>;

async function summarize(source: string, content: Buffer): Promise<MailSummary> {
  const { id, to, subject, sentAt } = await parseMail(source, content);
  return { id, to, subject, sentAt };
}

/**
 * Stores each mail for each recipient in an .eml file, which any mail program can open. Memory holds only the
 * summaries for lists.
 */
export function openMailStore(folder: string, { maxCount = defaultMaxCount } = {}) {
  const files = openFileStore({ folder, extension: '.eml', maxCount, summarize });
  const find = async (id: string): Promise<ReceivedMail | undefined> => {
    const content = await files.read(id);
    return content && parseMail(id, content);
  };
  return {
    add: async (recipient: string, message: Buffer) => {
      await files.add(Buffer.concat([Buffer.from(`Delivered-To: ${recipient}\r\n`), message]));
    },
    list: files.list,
    find,
    raw: files.read,
    to: async (recipient: string): Promise<ReceivedMail[]> => {
      const wanted = recipient.trim().toLowerCase();
      const received = (await files.list()).filter(({ to }) => to.toLowerCase() === wanted);
      const mails = await Promise.all(received.map(({ id }) => find(id)));
      return mails.filter((mail) => mail !== undefined);
    },
    clear: files.clear,
  };
}

export type ReceivedMail = {
  id: string;
  /** The envelope recipient, which need not be in the headers. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  attachments: readonly string[];
};

function formatAddress(address: Address | undefined) {
  if (address === undefined) return '';
  const at = address.address === undefined ? '' : `<${address.address}>`;
  return [address.name, at].filter((part) => part !== '').join(' ');
}

/** Shows an invalid mail as unreadable, so that it does not break the whole list. */
export async function parseMail(id: string, content: Buffer): Promise<ReceivedMail> {
  const to = /^Delivered-To: (.*)\r\n/.exec(content.subarray(0, 1_024).toString('utf8'))?.[1] ?? '';
  const sentAt = arrivalTime(id);
  try {
    const mail = await PostalMime.parse(content);
    return {
      id,
      to,
      from: formatAddress(mail.from),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      sentAt,
      attachments: mail.attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    };
  } catch {
    const text = content.toString('utf8');
    return { id, to, from: '', subject: 'Mensagem ilegível', text, html: '', sentAt, attachments: [] };
  }
}
