import { type ErrorCode, errorCodes } from '#contract/errors.ts';
import { errorTraits } from './error-traits.ts';
import { SafeMessageError } from './safe-message-error.ts';

/** What a bare status means, for refusals that others make: the HTTP server, the sign-in. Faults of ours have no say here. */
export function codeOfRefusal(status: number): ErrorCode | undefined {
  if (status < 400 || status >= 500) return undefined;
  const known = errorCodes.find((code) => errorTraits[code].status === status);
  return known ?? 'invalid_input';
}

type AppErrorOptions = {
  /** Replaces the code's own text where the place knows a better one. */
  text?: string;
  /** A second sentence: what was done about it, or what the person can do. */
  more?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** What a feature throws when it refuses: a stable code, never an HTTP word. */
export class AppError extends SafeMessageError {
  readonly code: ErrorCode;
  readonly text: string;
  readonly more: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.text = options.text ?? errorTraits[code].text;
    this.more = options.more;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
