import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Sealing } from '#server/adapters/secrets/sealing.ts';
import { SafeMessageError } from '#server/errors/safe-message-error.ts';
import type { JobDefinition } from '#server/jobs/job-definition.ts';
import { deadQueue, jobsSchema } from './queue-options.ts';

/** Names the invalid fields of a payload, never their values. */
export class PayloadError extends SafeMessageError {}

export function parsePayload({ name, payload }: JobDefinition, data: unknown): object {
  const parsed = payload.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'payload'} (${code})`);
  throw new PayloadError(`the payload of ${name} does not fit its definition: ${faults.join(', ')}`);
}

const SealedSchema = z.strictObject({ sealed: z.string() });

const sealingPurpose = ({ name }: Pick<JobDefinition, 'name'>) => `job ${name}`;

/** Encrypts secret payloads, so that a leaked copy of the table contains no usable sign-in links. */
export function sealPayload(
  definition: JobDefinition,
  payload: object,
  sealing: Sealing | undefined,
): object {
  if (!definition.isSecret) return payload;
  if (sealing === undefined)
    throw new Error(
      `The queue was opened without the secret that the job ${definition.name} is sealed with.`,
    );
  return { sealed: sealing.seal(JSON.stringify(payload), sealingPurpose(definition)) };
}

/** Returns plain payloads unchanged: a job may have been queued before its definition became secret. */
export function openPayload(definition: JobDefinition, data: unknown, sealing: Sealing | undefined): unknown {
  const { success, data: kept } = SealedSchema.safeParse(data);
  if (!definition.isSecret || !success) return data;
  try {
    return JSON.parse(sealing?.openKept(kept.sealed, sealingPurpose(definition)) ?? '');
  } catch {
    throw new PayloadError(`the payload of ${definition.name} was sealed with another secret`);
  }
}

type Row = { id: string; queue: string; sealed: string };
type Execute = { execute: (statement: SQL) => Promise<{ rows: unknown[] }> };

const table = sql.raw(`${jobsSchema}.job`);

async function sealedRows(db: Execute): Promise<Row[]> {
  const { rows } = await db.execute(sql`
    select id, case when name = ${deadQueue} then source_name else name end as queue, data->>'sealed' as sealed
    from ${table} where data ? 'sealed' and state in ('created', 'retry', 'failed')`);
  return rows as Row[];
}

/** Counts the jobs that no known secret can decrypt. A worker moves such a job to the dead letters at once. */
export async function countUnreadablePayloads(db: Execute, sealing: Sealing): Promise<number> {
  const rows = await sealedRows(db);
  return rows.filter(
    ({ queue, sealed }) => sealing.openIfKnown(sealed, sealingPurpose({ name: queue })) === undefined,
  ).length;
}

/** Re-encrypts the payloads of waiting and dead jobs with the current secret. Active jobs have already read theirs. */
export async function resealPayloads(
  db: Execute,
  sealing: Sealing,
): Promise<{ resealed: number; unreadable: number }> {
  let [resealed, unreadable] = [0, 0];
  for (const { id, queue, sealed } of await sealedRows(db)) {
    const purpose = sealingPurpose({ name: queue });
    const result = sealing.reseal(sealed, purpose);
    if (result === 'unreadable') unreadable += 1;
    if (result === 'unreadable' || result === 'fresh') continue;
    const { rows: changed } = await db.execute(sql`
      update ${table} set data = jsonb_build_object('sealed', ${result.sealed}::text)
      where id = ${id} and data->>'sealed' = ${sealed} and state in ('created', 'retry', 'failed') returning id`);
    resealed += changed.length;
  }
  return { resealed, unreadable };
}
