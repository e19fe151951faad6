import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMail, type ReceivedMail } from './parse-mail.ts';

const usualKept = 500;
const idPattern = /^\d{13}-\d{4}-[0-9a-f]{4}$/;

export type MailSummary = Pick<ReceivedMail, 'id' | 'to' | 'subject' | 'sentAt'>;
export type MailStore = ReturnType<typeof openMailStore>;

/**
 * One file for each mail and recipient, as a mail server would keep them, so that they survive a restart and open
 * in any mail program. What lists need is kept in memory; the rest is read when somebody looks.
 */
export function openMailStore(folder: string, { kept = usualKept } = {}) {
  const summaries = new Map<string, MailSummary>();
  let loading: Promise<void> | undefined;
  let counter = 0;
  const fileOf = (id: string) => join(folder, `${id}.eml`);

  const remember = ({ id, to, subject, sentAt }: ReceivedMail) =>
    summaries.set(id, { id, to, subject, sentAt });

  const dropOldest = async () => {
    for (const id of [...summaries.keys()].sort().slice(0, -kept)) {
      summaries.delete(id);
      await rm(fileOf(id), { force: true });
    }
  };

  const load = async () => {
    // Mail holds links that sign people in: nobody else on this machine reads it, also where it was laxer before.
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    for (const file of await readdir(folder)) {
      const id = file.replace(/\.eml$/, '');
      if (idPattern.test(id)) remember(await parseMail(id, await readFile(fileOf(id))));
    }
    await dropOldest();
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };

  /** In the order of arrival also within one millisecond, and never twice the same after a restart. */
  const nextId = () => {
    counter = (counter + 1) % 10_000;
    return [Date.now(), String(counter).padStart(4, '0'), randomBytes(2).toString('hex')].join('-');
  };

  const raw = async (id: string): Promise<Buffer | undefined> => {
    await loaded();
    if (!summaries.has(id)) return undefined;
    return readFile(fileOf(id)).catch(() => undefined);
  };
  const find = async (id: string): Promise<ReceivedMail | undefined> => {
    const content = await raw(id);
    return content && parseMail(id, content);
  };
  /** The newest first. */
  const list = async (): Promise<MailSummary[]> => {
    await loaded();
    return [...summaries.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
  };

  return {
    add: async (recipient: string, message: Buffer) => {
      await loaded();
      const id = nextId();
      const content = Buffer.concat([Buffer.from(`Delivered-To: ${recipient}\r\n`), message]);
      await writeFile(`${fileOf(id)}.partial`, content, { mode: 0o600 });
      await rename(`${fileOf(id)}.partial`, fileOf(id));
      remember(await parseMail(id, content));
      await dropOldest();
    },
    list,
    find,
    raw,
    to: async (recipient: string): Promise<ReceivedMail[]> => {
      const wanted = recipient.trim().toLowerCase();
      const mine = (await list()).filter(({ to }) => to.toLowerCase() === wanted);
      const mails = await Promise.all(mine.map(({ id }) => find(id)));
      return mails.filter((mail) => mail !== undefined);
    },
    clear: async () => {
      await loaded();
      const ids = [...summaries.keys()];
      summaries.clear();
      for (const id of ids) await rm(fileOf(id), { force: true });
    },
  };
}
