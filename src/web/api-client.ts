import type { ErrorBody } from '#contract/errors.ts';

const timeoutMs = 15_000;

/** The server answered with its error body: a text for the screen and a stable code. */
export class RefusedError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.error);
    this.name = 'RefusedError';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came: the connection, or the server, is away. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'NetworkError';
  }
}

/** An answer came that is none of ours: a proxy's page, a broken body. */
export class UnexpectedAnswerError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(status: number, requestId: string | undefined, cause?: unknown) {
    super(`unexpected answer with status ${status}`, { cause });
    this.name = 'UnexpectedAnswerError';
    this.status = status;
    this.requestId = requestId;
  }
}

type CallOptions<T> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Turns the answer into what the caller works with, and throws on anything else: a schema's `parse` fits. */
  parse: (answer: unknown) => T;
  signal?: AbortSignal;
};

async function send(path: string, { method = 'GET', body, signal }: CallOptions<unknown>) {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    // Read here: a connection that breaks in the middle of the body is a network fault too.
    return { response, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** A date, which the header may hold too, never comes from our server. */
function retryAfter({ headers }: Response) {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

async function refusal(response: Response, text: string) {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    // Loaded only when something was refused, so that pages without forms carry no validation library.
    const { ErrorBodySchema } = await import('#contract/errors.ts');
    return new RefusedError(response.status, ErrorBodySchema.parse(JSON.parse(text)), retryAfter(response));
  } catch (error) {
    return new UnexpectedAnswerError(response.status, requestId, error);
  }
}

export async function callApi<T>(path: string, options: CallOptions<T>): Promise<T> {
  const { response, text } = await send(path, options);
  if (!response.ok) throw await refusal(response, text);
  try {
    return options.parse(text === '' ? undefined : JSON.parse(text));
  } catch (error) {
    throw new UnexpectedAnswerError(
      response.status,
      response.headers.get('x-request-id') ?? undefined,
      error,
    );
  }
}
