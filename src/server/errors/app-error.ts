import { type ErrorCode, errorCodes } from '#contract/errors.ts';
import { errorTraits } from './error-traits.ts';
import { SafeMessageError } from './safe-message-error.ts';

/** Maps a status to a code for 4xx refusals that Fastify and Better Auth make. Returns undefined for other statuses. */
export function codeOfRefusal(status: number): ErrorCode | undefined {
  if (status < 400 || status >= 500) return undefined;
  const known = errorCodes.find((code) => errorTraits[code].status === status);
  return known ?? 'invalid_input';
}

type AppErrorOptions = {
  /** Replaces the default text of the code. */
  text?: string;
  /** A second sentence: what the server did about it, or what the user can do. */
  more?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** The limit that refused the request, for the metrics. */
  limit?: string;
  cause?: unknown;
};

/** Thrown by features to refuse a request: a stable code, independent of HTTP. */
export class AppError extends SafeMessageError {
  readonly code: ErrorCode;
  readonly text: string;
  readonly more: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.text = options.text ?? errorTraits[code].text;
    this.more = options.more;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
  }
}
