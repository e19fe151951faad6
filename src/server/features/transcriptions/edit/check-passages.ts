import { type SQL, sql } from 'drizzle-orm';
import type { CheckedPassages, ChecksEdit, ChecksEdited } from '#contract/checks.ts';
import type { Actor } from '#server/actor.ts';
import type { Database, Transaction } from '#server/adapters/db/database.ts';
import { checkedPassages, passageHash } from '#server/adapters/db/schema/checks.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { findOwnTranscription } from '../read/read-transcription.ts';
import { lockText } from './lock-text.ts';

const notYet = 'A transcrição ainda não terminou. Os trechos podem ser conferidos depois.';

/** Reads the passages in the database, because those of a long recording are megabytes. */
const storedPassages = (id: string): SQL => sql`
  select (passage->>'id')::integer as id, passage->>'text' as text, place
  from ${transcripts}, jsonb_array_elements(${transcripts.segments}) with ordinality as each(passage, place)
  where ${transcripts.transcriptionId} = ${id}`;

async function selectChecked(db: Database | Transaction, id: string): Promise<CheckedPassages> {
  // One statement, so that the passages and the revision belong to one text.
  const { rows } = await db.execute<CheckedPassages>(sql`
    with valid as (
      select stored.id, stored.place, kept.heard_ms from (${storedPassages(id)}) stored
      join ${checkedPassages} kept on kept.transcription_id = ${id} and kept.segment_id = stored.id
        and kept.text_hash = ${passageHash(sql`stored.text`)})
    select ${transcripts.revision} as revision,
      array(select valid.id from valid order by place) as checked,
      array(select valid.id from valid where heard_ms = 0 order by place) as unheard
    from ${transcripts} where ${transcripts.transcriptionId} = ${id}`);
  return rows[0] ?? { checked: [], unheard: [], revision: 0 };
}

/** The passages whose text is still the confirmed one. */
export async function readChecked(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<CheckedPassages> {
  const { status } = await findOwnTranscription({ db }, actor, id);
  if (status !== 'completed') throw new AppError('conflict', { text: notYet });
  return selectChecked(db, id);
}

type Writing = ChecksEdit & { id: string; now: Date };

/**
 * Confirms only passages that still have the sent text, and returns these. A repeated confirmation keeps its time, and
 * a passage keeps the longest hearing.
 */
async function writeChecks(tx: Transaction, { id, checked, unchecked, now }: Writing): Promise<Set<number>> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with stored as (${storedPassages(id)}),
    same as (
      select stored.id, stored.text, sent.heard_ms from stored
      join jsonb_to_recordset(${JSON.stringify(checked)}::jsonb) as sent(id bigint, text text, heard_ms integer)
        on sent.id = stored.id and sent.text = stored.text),
    written as (
      insert into ${checkedPassages} as kept (transcription_id, segment_id, text_hash, checked_at, heard_ms)
      select ${id}::uuid, same.id, ${passageHash(sql`same.text`)}, ${now.toISOString()}::timestamptz, same.heard_ms
      from same
      on conflict (transcription_id, segment_id)
        do update set text_hash = excluded.text_hash, checked_at = excluded.checked_at, heard_ms = excluded.heard_ms
        where kept.text_hash <> excluded.text_hash or excluded.heard_ms > kept.heard_ms),
    removed as (
      delete from ${checkedPassages} kept
      where kept.transcription_id = ${id} and kept.segment_id = any(${sql.param(unchecked)}::bigint[]))
    select id from same`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Confirms passages and takes confirmations back. The lock comes in a statement of its own: a statement that waits
 * for it would not see, and so not remove, what the earlier transaction has confirmed.
 */
export async function changeChecks(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { id, edit }: { id: string; edit: ChecksEdit },
): Promise<ChecksEdited> {
  await findOwnTranscription({ db }, actor, id);
  return db.transaction(async (tx) => {
    await lockText(tx, actor, { id, notYet });
    const same = await writeChecks(tx, { id, ...edit, now: now() });
    const refused = edit.checked.map((passage) => passage.id).filter((each) => !same.has(each));
    return { ...(await selectChecked(tx, id)), refused };
  });
}
