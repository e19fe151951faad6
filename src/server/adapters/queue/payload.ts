import { SafeMessageError } from '../../errors/safe-message-error.ts';
import type { JobDefinition } from '../../jobs/job-definition.ts';

/** Says where a payload is wrong and never what it holds. */
export class PayloadError extends SafeMessageError {
  constructor(message: string) {
    super(message);
    this.name = 'PayloadError';
  }
}

export function parsePayload({ name, payload }: JobDefinition, data: unknown): object {
  const parsed = payload.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'payload'} (${code})`);
  throw new PayloadError(`the payload of ${name} does not fit its definition: ${faults.join(', ')}`);
}
