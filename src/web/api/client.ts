import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { noticeBuildOf } from './page-build.ts';

const defaultTimeoutMs = 15_000;

/** The server answered with its error body: a text for the screen and a stable code. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.error);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server did not answer, or the connection failed. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('no answer from the server', { cause });
    this.name = 'NetworkError';
  }
}

/** The response did not come from our server, or its body is broken. A proxy may have sent its own page. */
export class UnexpectedResponseError extends Error {
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(status: number, requestId: string | undefined, cause?: unknown) {
    super(`unexpected answer with status ${status}`, { cause });
    this.name = 'UnexpectedResponseError';
    this.status = status;
    this.requestId = requestId;
  }
}

/**
 * How the server identifies the caller. A bearer call carries the access token. A cookie call starts, reads or
 * ends a session. 'none' is for public calls.
 */
type CallAuth = 'bearer' | 'cookie' | 'none';

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  auth?: CallAuth;
  /** Sent as JSON, unless it is a form, a file or a stream. */
  body?: unknown;
  accept?: 'application/json' | 'text/event-stream';
  /** False for calls that the user did not ask for, so that no dialog surprises them. */
  asksForProof?: false;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The browser completes the request even if the visitor leaves the page. */
  keepalive?: boolean;
};

type CallOptions<T> = RequestOptions & {
  /**
   * Converts the response for the caller, and throws on anything else. A schema's `parse` fits. Left out for calls
   * whose answer has nothing to read.
   */
  parse?: (answer: unknown) => T;
};

export type AccessTokenSource = {
  /** The stored token, even if it has expired. */
  current: () => string | undefined;
  /** Returns another token than the refused one, or undefined after the session ended. Rejects without a server. */
  renew: (refused: string | undefined) => Promise<string | undefined>;
};

let accessTokens: AccessTokenSource = { current: () => undefined, renew: async () => undefined };

/** The session store calls this once, so that this module does not depend on a feature. */
export function setAccessTokenSource(source: AccessTokenSource) {
  accessTokens = source;
}

/** For the resumable upload client, which sends its own requests. */
export const currentAccessToken = () => accessTokens.current();
export const renewAccessToken = (refused: string | undefined) => accessTokens.renew(refused);

function encodeBody(body: unknown) {
  if (body === undefined) return { headers: {}, init: {} };
  if (body instanceof FormData || body instanceof Blob) return { headers: {}, init: { body } };
  if (body instanceof ReadableStream) return { headers: {}, init: { body, duplex: 'half' as const } };
  return { headers: { 'content-type': 'application/json' }, init: { body: JSON.stringify(body) } };
}

/** A stream can be read only once, so such a call is never repeated. */
const canBeResent = (body: unknown) => !(body instanceof ReadableStream);

type ReadBody<Body> = (response: Response) => Promise<Body>;

async function request<Body>(path: string, options: RequestOptions, read: ReadBody<Body>, token?: string) {
  const { method = 'GET', body, accept = 'application/json', signal } = options;
  const { timeoutMs = defaultTimeoutMs, keepalive = false } = options;
  const limit = AbortSignal.timeout(timeoutMs);
  const { headers, init } = encodeBody(body);
  try {
    const over = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    const early = method === 'GET' ? takeEarlyAnswer(path, token) : undefined;
    const response =
      (early && (await rejectOnAbort(early, over))) ??
      (await fetch(path, {
        method,
        credentials: 'same-origin',
        headers: {
          accept,
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...init,
        keepalive,
        signal: over,
      }));
    noticeBuildOf(response);
    // Read the body here, because a connection that breaks within it is a network fault too.
    if (!response.ok) return { response, refused: await parseErrorResponse(response, await response.text()) };
    return { response, body: await read(response) };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
}

/** The header may also hold a date, but our server never sends one. */
function retryAfter({ headers }: Response) {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

async function parseErrorResponse(response: Response, text: string) {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  try {
    // Loaded only after a refusal, so that pages without forms carry no validation library.
    const { ErrorBodySchema } = await import('#contract/errors.ts');
    return new ApiError(response.status, ErrorBodySchema.parse(JSON.parse(text)), retryAfter(response));
  } catch (error) {
    return new UnexpectedResponseError(response.status, requestId, error);
  }
}

const staleTokenCodes: readonly ErrorCode[] = ['access_token_expired', 'unauthenticated'];

/** Rejects as soon as the caller aborts, even if the work goes on. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function withAccessToken<Body>(path: string, options: RequestOptions, read: ReadBody<Body>) {
  const token = accessTokens.current();
  // biome-ignore lint/suspicious/noConsole: the specification requires it; the server then refuses the call
  if (token === undefined) console.warn(`${path} is called without an access token`);
  const first = await request(path, options, read, token);
  if (first.refused instanceof ApiError) {
    const { code } = first.refused.body;
    // The server requires a second factor. The new token says so, and the page then opens the second step.
    if (code === 'second_factor_required') accessTokens.renew(token).catch(() => {});
    if (staleTokenCodes.includes(code) && canBeResent(options.body)) {
      const renewed = await rejectOnAbort(accessTokens.renew(token), options.signal);
      // Retry once: if the server refuses the new token too, further retries are useless.
      if (renewed !== undefined) return request(path, options, read, renewed);
    }
  }
  return first;
}

async function call<Body>(path: string, options: RequestOptions, read: ReadBody<Body>) {
  const send = options.auth === undefined || options.auth === 'bearer' ? withAccessToken : request;
  let answer = await send(path, options, read);
  // The user proves their identity and the same call is sent again, so no form loses its input.
  const needsProof = answer.refused instanceof ApiError && answer.refused.body.code === 'proof_required';
  if (needsProof && options.asksForProof !== false && canBeResent(options.body) && (await requestProof()))
    answer = await send(path, options, read);
  const { response, refused, body } = answer;
  if (refused !== undefined) throw refused;
  return { response, body: body as Body };
}

export async function callApi<T = void>(path: string, { parse, ...options }: CallOptions<T>): Promise<T> {
  const { response, body } = await call(path, options, (answer) => answer.text());
  try {
    const answer: unknown = body === '' ? undefined : JSON.parse(body);
    return parse?.(answer) as T;
  } catch (error) {
    throw new UnexpectedResponseError(
      response.status,
      response.headers.get('x-request-id') ?? undefined,
      error,
    );
  }
}

/** For responses that are files. The name comes from the server; without one the caller chooses it. */
export async function fetchFile(path: string, options: RequestOptions = {}): Promise<File> {
  const { response, body } = await call(path, options, (answer) => answer.blob());
  const name = attachmentName(response.headers.get('content-disposition'));
  return new File([body], name, { type: body.type });
}

/** For streamed responses. `onPiece` gets each chunk as it arrives; the timeout covers the whole response. */
export async function readTextStream(
  path: string,
  options: RequestOptions,
  onPiece: (piece: string) => void,
) {
  await call(path, options, async ({ body }) => {
    for (const reader = body?.pipeThrough(new TextDecoderStream()).getReader(); reader !== undefined; ) {
      const { value, done } = await reader.read();
      if (done) return;
      onPiece(value);
    }
  });
}

/** Asks the user to prove their identity. Resolves to false if they cancel. */
type ProofPrompt = () => Promise<boolean>;

let proofPrompt: ProofPrompt | undefined;

/** The page that can show the dialog sets it. Returns the function that removes it. */
export function setProofPrompt(next: ProofPrompt) {
  proofPrompt = next;
  return () => {
    if (proofPrompt === next) proofPrompt = undefined;
  };
}

export const requestProof = async () => (await proofPrompt?.()) ?? false;

const plainFilename = /(?:^|;)\s*filename="((?:[^"\\]|\\.)*)"/i;
/** RFC 5987: percent-encoded UTF-8. */
const encodedFilename = /(?:^|;)\s*filename\*\s*=\s*UTF-8''([^;\s]+)/i;

/** Returns the file name from Content-Disposition. The plain name is the ASCII fallback of the encoded one. */
export function attachmentName(disposition: string | null): string {
  const [, encoded] = encodedFilename.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A broken escape: use the plain name beside it.
    }
  }
  const [, plain = ''] = plainFilename.exec(disposition ?? '') ?? [];
  return plain.replaceAll(/\\(.)/g, '$1');
}
