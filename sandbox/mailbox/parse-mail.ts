import PostalMime, { type Address } from 'postal-mime';
import { arrivalOf } from '../kept-files.ts';

export type ReceivedMail = {
  id: string;
  /** The one it was delivered to, which the headers of the message need not name. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  sentAt: string;
  attachments: readonly string[];
};

function written(address: Address | undefined) {
  if (address === undefined) return '';
  const at = address.address === undefined ? '' : `<${address.address}>`;
  return [address.name, at].filter((part) => part !== '').join(' ');
}

/** Anybody may send anything: what is no readable mail is shown as such instead of failing the whole list. */
export async function parseMail(id: string, content: Buffer): Promise<ReceivedMail> {
  const to = /^Delivered-To: (.*)\r\n/.exec(content.subarray(0, 1_024).toString('utf8'))?.[1] ?? '';
  const sentAt = arrivalOf(id);
  try {
    const mail = await PostalMime.parse(content);
    return {
      id,
      to,
      from: written(mail.from),
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
