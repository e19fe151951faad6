import type { ErrorCode } from '#contract/errors.ts';
import type { AppError } from './app-error.ts';

const limitCodes: readonly ErrorCode[] = [
  'too_many_requests',
  'too_many_streams',
  'too_many_uploads',
  'account_full',
  'quota_spent',
  'storage_full',
];

export type RefusalCounts = ReturnType<typeof openRefusalCounts>;

/** Counts the requests that a limit of rate or capacity refused. */
export function openRefusalCounts() {
  const counts = new Map<string, number>(limitCodes.map((code) => [code, 0]));
  return {
    count({ code, limit = code }: Pick<AppError, 'code' | 'limit'>) {
      if (limitCodes.includes(code)) counts.set(limit, (counts.get(limit) ?? 0) + 1);
    },
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
