/**
 * An error whose message is our own and holds no user data, so the log may write it. For other errors the log writes
 * only kind and code, because a library's message quotes the value that failed.
 */
export class SafeMessageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The code of a system, driver or library error, such as "ENOENT". */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
