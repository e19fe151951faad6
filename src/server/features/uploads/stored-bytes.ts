import { sql } from 'drizzle-orm';
import type { StoredBytes } from '#contract/stored-bytes.ts';
import { formatFileSize } from '#domain/format/file-size.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findEntitlements } from '#server/features/usage/entitlements.ts';

/** A playback copy of 64 kbit/s, for rows of a release that did not store its size. */
const soundBytesPerMs = 8;

type Account = { userId: string; maxBytes: number };

/**
 * Every file of an account has a row until it is removed: unfinished uploads, recordings, and deleted recordings that
 * wait for their sweep. Without the deleted ones, an account that deletes what it sends would fill the disk.
 */
async function countBytes(db: Database | Transaction, { userId, maxBytes }: Account) {
  const { rows } = await db.execute<{ stored: string; reserved: string }>(sql`
    select
      (select coalesce(sum(bytes), 0) from uploads where user_id = ${userId} and used_at is not null)
      + (select coalesce(sum(coalesce(sound_bytes, duration_ms::bigint * ${soundBytesPerMs})), 0)
         from transcriptions where user_id = ${userId} and audio_key is not null and not is_example) as stored,
      (select coalesce(sum(coalesce(bytes, ${maxBytes}::bigint)), 0)
       from uploads where user_id = ${userId} and used_at is null) as reserved
  `);
  return { storedBytes: Number(rows[0]?.stored ?? 0), reservedBytes: Number(rows[0]?.reserved ?? 0) };
}

type Refused = Omit<StoredBytes, 'maxStoredBytes'> & { file: string; limit: string };

/** Names only what takes the room, because the list of transcriptions may be empty. */
function fullText({ file, limit, storedBytes, reservedBytes }: Refused): string {
  const stored = `seus arquivos já ocupam ${formatFileSize(storedBytes)}`;
  const reserved = `envios não concluídos reservam ${formatFileSize(reservedBytes)}`;
  const remove = 'Exclua transcrições de que não precisa mais; o espaço delas se libera em dois minutos.';
  const cancel =
    'Cancele os envios não concluídos, ou espere: em até um dia o espaço deles se libera sozinho.';
  if (storedBytes > 0 && reservedBytes > 0)
    return `${file} ${limit}: ${stored} e ${reserved}. ${remove} ${cancel}`;
  if (storedBytes > 0) return `${file} ${limit}: ${stored}. ${remove}`;
  if (reservedBytes > 0) return `${file} ${limit}: ${reserved}. ${cancel}`;
  return `${file} ${limit}. Exporte só o som, em MP3, ou escolha um plano maior.`;
}

type Next = Account & {
  /** What the upload reserves, and its size if the client declared one. */
  bytes: number;
  declaredBytes: number | undefined;
};

/** Refuses an upload beyond the plan's bytes. A month's seconds bound no bytes: a file of 1 s may have gigabytes. */
export async function requireAccountSpace(tx: Transaction, next: Next): Promise<void> {
  const { userId, bytes, declaredBytes } = next;
  const { maxStoredBytes, planName } = await findEntitlements(tx, userId);
  const counted = await countBytes(tx, next);
  if (counted.storedBytes + counted.reservedBytes + bytes <= maxStoredBytes) return;
  const file =
    declaredBytes === undefined
      ? 'Este arquivo pode não caber'
      : `Este arquivo, de ${formatFileSize(declaredBytes)}, não cabe`;
  const limit = `nos ${formatFileSize(maxStoredBytes)} do plano ${planName}`;
  throw new AppError('account_full', { text: fullText({ ...counted, file, limit }) });
}

/** The bytes of an account and its limit, for the account page. */
export async function readStoredBytes(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<StoredBytes> {
  const { maxStoredBytes } = await findEntitlements(db, userId);
  return { ...(await countBytes(db, { userId, maxBytes: config.uploads.maxBytes })), maxStoredBytes };
}
