import { sql } from 'drizzle-orm';
import type { StoredBytes } from '#contract/stored-bytes.ts';
import { formatFileSize } from '#domain/format/file-size.ts';
import type { Actor } from '../../actor.ts';
import type { Database, Transaction } from '../../adapters/db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors/app-error.ts';
import { findEntitlements } from '../usage/entitlements.ts';

/** A playback copy of 64 kbit/s, for rows of a release that did not store its size. */
const soundBytesPerMs = 8;

type Account = { userId: string; maxBytes: number };

/**
 * Every file of an account has a row until it is removed: unfinished uploads, recordings, and deleted recordings that
 * wait for their sweep. Without the deleted ones, an account that deletes what it sends would fill the disk.
 */
async function countStoredBytes(db: Database | Transaction, { userId, maxBytes }: Account): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select
      (select coalesce(sum(coalesce(bytes, ${maxBytes}::bigint)), 0) from uploads where user_id = ${userId})
      + (select coalesce(sum(coalesce(sound_bytes, duration_ms::bigint * ${soundBytesPerMs})), 0)
         from transcriptions where user_id = ${userId} and audio_key is not null and not is_example) as bytes
  `);
  return Number(rows[0]?.bytes ?? 0);
}

/** Refuses an upload beyond the plan's bytes. A month's seconds bound no bytes: a file of 1 s may have gigabytes. */
export async function requireAccountSpace(
  tx: Transaction,
  { userId, bytes, maxBytes }: Account & { bytes: number },
): Promise<void> {
  const { maxStoredBytes, planName } = await findEntitlements(tx, userId);
  const stored = await countStoredBytes(tx, { userId, maxBytes });
  if (stored + bytes <= maxStoredBytes) return;
  const sizes = [bytes, maxStoredBytes, stored].map(formatFileSize);
  throw new AppError('account_full', {
    text: `Este arquivo, de ${sizes[0]}, não cabe nos ${sizes[1]} do plano ${planName}: seus arquivos já ocupam ${sizes[2]}. Exclua transcrições de que não precisa mais; o espaço delas se libera em dois minutos.`,
  });
}

/** The bytes of an account and its limit, for the account page. */
export async function readStoredBytes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<StoredBytes> {
  const { maxStoredBytes } = await findEntitlements(db, userId);
  const storedBytes = await countStoredBytes(db, { userId, maxBytes: config.uploads.maxBytes });
  return { storedBytes, maxStoredBytes };
}
