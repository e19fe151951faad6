import type { CallbackCause } from './callback-fault.ts';

/** What failed on the last steps of a sign-in, told by its cause. */
export class CallbackError extends Error {
  readonly callbackCause: CallbackCause;

  constructor(callbackCause: CallbackCause, cause?: unknown) {
    super(callbackCause, { cause });
    this.name = 'CallbackError';
    this.callbackCause = callbackCause;
  }
}

export function causeOf(error: unknown): CallbackCause {
  return error instanceof CallbackError ? error.callbackCause : 'unexpected';
}
