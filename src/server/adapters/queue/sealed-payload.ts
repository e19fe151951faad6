import { z } from 'zod';
import type { JobDefinition } from '../../jobs/job-definition.ts';
import type { Sealing } from '../secrets/sealing.ts';
import { PayloadError } from './payload.ts';

const SealedSchema = z.strictObject({ sealed: z.string() });

export const purposeOf = ({ name }: Pick<JobDefinition, 'name'>) => `job ${name}`;

/** What lies in the table: a copy of it must not hold links that still open accounts. */
export function sealedPayload(
  definition: JobDefinition,
  payload: object,
  sealing: Sealing | undefined,
): object {
  if (!definition.isSecret) return payload;
  if (sealing === undefined)
    throw new Error(
      `The queue was opened without the secret that the job ${definition.name} is sealed with.`,
    );
  return { sealed: sealing.seal(JSON.stringify(payload), purposeOf(definition)) };
}

/** One that was queued before its definition was secret lies there as it was. */
export function openedPayload(
  definition: JobDefinition,
  data: unknown,
  sealing: Sealing | undefined,
): unknown {
  const { success, data: kept } = SealedSchema.safeParse(data);
  if (!definition.isSecret || !success) return data;
  try {
    return JSON.parse(sealing?.openKept(kept.sealed, purposeOf(definition)) ?? '');
  } catch {
    throw new PayloadError(`the payload of ${definition.name} was sealed with another secret`);
  }
}
