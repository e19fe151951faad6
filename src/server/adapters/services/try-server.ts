import { secondMs } from '#domain/format/durations.ts';
import { codeOf, SafeMessageError } from '#server/errors/safe-message-error.ts';
import type { ServiceFault } from './service-calls.ts';

const timeLimitMs = 10 * secondMs;

/** A cheap request of the protocol, such as for the list of models. It sends no words and no sound of people. */
export type Trial = Readonly<{
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent with POST. */
  body?: object;
  /** Statuses that mean a wrong key. 403 is none: a key may be allowed to work without listing models. */
  wrongKeyStatuses?: readonly number[];
  /** The meaning of status 404, if it is a fault. Many compatible servers lack a list of models. */
  notFoundMessage?: string;
}>;

export class ServiceTrialError extends SafeMessageError {
  readonly fault: ServiceFault;

  constructor(fault: ServiceFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** The code of the system, such as ECONNREFUSED: the message of fetch is always "fetch failed". */
const reasonOf = (error: unknown) =>
  error instanceof Error && error.name === 'TimeoutError'
    ? `no answer in ${timeLimitMs / secondMs} s`
    : (codeOf(error instanceof Error ? error.cause : undefined) ?? 'no connection');

/** Throws a ServiceTrialError if the server does not answer, or refuses our key. */
export async function tryServer(trial: Trial): Promise<void> {
  const { url, headers = {}, body, wrongKeyStatuses = [401], notFoundMessage } = trial;
  const given = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers };
  const signal = AbortSignal.timeout(timeLimitMs);
  const answer = await fetch(url, { ...given, signal }).catch((error: unknown) => {
    throw new ServiceTrialError('unreachable', reasonOf(error), { cause: error });
  });
  // The list of models is of no interest, and an unread body would keep its connection.
  await answer.body?.cancel();
  const { status } = answer;
  if (wrongKeyStatuses.includes(status)) throw new ServiceTrialError('unauthorized', `answered ${status}`);
  if (status >= 500) throw new ServiceTrialError('unreachable', `answered ${status}`);
  if (status === 404 && notFoundMessage !== undefined)
    throw new ServiceTrialError('rejected', notFoundMessage);
}

/** Joins an address that may end with a slash. */
export const addressAt = (baseUrl: string, path: string) => `${baseUrl.replace(/\/+$/, '')}${path}`;
