import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/features/mail/mail.ts';

/** Every mail whose job is still in the table, sent or not, opened as the worker opens it. */
export async function queuedMails({ db, sealing }: Pick<Deps, 'db' | 'sealing'>): Promise<Mail[]> {
  const { rows } = await db.execute<{ sealed: string }>(
    sql`select data->>'sealed' as sealed from jobs.job where name = 'deliver-mail'`,
  );
  return rows.map(({ sealed }) => JSON.parse(sealing.open(sealed, 'job deliver-mail')).mail);
}
