import { codeOf } from '#server/errors/safe-message-error.ts';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Shutdown, crash, startup, idle timeout, out of memory, too many connections. Class 08: connection errors. */
const sqlStates = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53200', '53300']);
const diskFull = '53100';

/** Errors of the driver and its pool that carry no code. */
const driverMessages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /is not queryable$/,
];

function isUnavailable(error: Error): boolean {
  const code = codeOf(error) ?? '';
  if (networkCodes.has(code) || sqlStates.has(code) || /^08[0-9A-Z]{3}$/.test(code)) return true;
  return driverMessages.some((message) => message.test(error.message));
}

/**
 * True if the database is unreachable rather than the statement wrong: the answer is 503, and a retry may succeed.
 * Walks the causes, because drizzle, the pool and our own code each wrap the driver's error.
 */
export const isDatabaseUnavailable = (error: unknown) => someCause(error, isUnavailable);

/** True if the database's disk is full: a retry succeeds once the operator has freed space. */
export const isDatabaseFull = (error: unknown) => someCause(error, (cause) => codeOf(cause) === diskFull);

function someCause(error: unknown, holds: (cause: Error) => boolean): boolean {
  const seen = new Set<unknown>();
  const queue = [error];
  for (const next of queue) {
    if (!(next instanceof Error) || seen.has(next)) continue;
    seen.add(next);
    if (holds(next)) return true;
    queue.push(next.cause);
    if (next instanceof AggregateError) queue.push(...next.errors);
  }
  return false;
}
