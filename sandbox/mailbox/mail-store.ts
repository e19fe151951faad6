import { openKeptFiles } from '../kept-files.ts';
import { parseMail, type ReceivedMail } from './parse-mail.ts';

const defaultKept = 500;

export type MailSummary = Pick<ReceivedMail, 'id' | 'to' | 'subject' | 'sentAt'>;
export type MailStore = ReturnType<typeof openMailStore>;

async function summarize(source: string, content: Buffer): Promise<MailSummary> {
  const { id, to, subject, sentAt } = await parseMail(source, content);
  return { id, to, subject, sentAt };
}

/**
 * One file for each mail and recipient, as a mail server would keep them, so that they open in any mail program. What
 * lists need is kept in memory; the rest is read when somebody looks.
 */
export function openMailStore(folder: string, { kept = defaultKept } = {}) {
  const files = openKeptFiles({ folder, ending: '.eml', kept, summarize });
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
      const mine = (await files.list()).filter(({ to }) => to.toLowerCase() === wanted);
      const mails = await Promise.all(mine.map(({ id }) => find(id)));
      return mails.filter((mail) => mail !== undefined);
    },
    clear: files.clear,
  };
}
