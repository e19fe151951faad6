import type { DetailedError, HttpResponse, Upload as TusUpload } from 'tus-js-client';
import { ErrorBodySchema } from '#contract/errors.ts';
import { apiPaths } from '#web/api/api-paths.ts';
import {
  ApiError,
  currentAccessToken,
  NetworkError,
  renewAccessToken,
  UnexpectedResponseError,
} from '#web/api/client.ts';

/**
 * The browser streams a chunk from the disk, so its size costs no memory. It is below the request limits of proxies,
 * and large enough that waiting for the response between two chunks costs little time.
 */
const chunkBytes = 16_777_216;

type SendOptions = {
  file: Blob;
  name: string | undefined;
  /** The URL of an upload to resume. */
  url: string | undefined;
  signal: AbortSignal;
  onUrl: (url: string) => void;
  onProgress: (sentBytes: number) => void;
};

export const uploadIdOf = (url: string) => url.split('/').at(-1) ?? '';

function retryAfterOf(response: HttpResponse) {
  const seconds = Number.parseInt(response.getHeader('retry-after') ?? '', 10);
  return Number.isNaN(seconds) ? undefined : seconds;
}

function refusalOf(response: HttpResponse) {
  const status = response.getStatus();
  try {
    const body = ErrorBodySchema.parse(JSON.parse(response.getBody()));
    return new ApiError(status, body, retryAfterOf(response));
  } catch (error) {
    return new UnexpectedResponseError(status, response.getHeader('x-request-id'), error);
  }
}

class TokenRefusedError extends Error {
  readonly token: string | undefined;
  constructor(token: string | undefined) {
    super('the server refused the access token');
    this.name = 'TokenRefusedError';
    this.token = token;
  }
}

function toSendError(error: Error | DetailedError): Error {
  const cause = 'causingError' in error ? error.causingError : null;
  if (
    cause instanceof ApiError ||
    cause instanceof UnexpectedResponseError ||
    cause instanceof TokenRefusedError
  )
    return cause;
  return new NetworkError(error);
}

/** After a HEAD that returns 404 or 410, tus-js-client itself creates a new upload. */
const isGone = (method: string, status: number) => method === 'HEAD' && (status === 404 || status === 410);

async function loadClient() {
  try {
    return (await import('tus-js-client')).Upload;
  } catch (error) {
    throw new NetworkError(error);
  }
}

async function sendOnce({ file, name, url, signal, onUrl, onProgress }: SendOptions): Promise<void> {
  const Upload = await loadClient();
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let token: string | undefined;
  const upload: TusUpload = new Upload(file as File, {
    endpoint: apiPaths.uploads,
    uploadUrl: url ?? null,
    metadata: name === undefined ? {} : { filename: name },
    chunkSize: chunkBytes,
    // `runUpload` handles retries and stores the upload URL.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest(request) {
      token = currentAccessToken();
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`);
    },
    // Read errors here, because tus-js-client reports only that the response was unexpected.
    onAfterResponse(request, response) {
      const status = response.getStatus();
      if (status === 401) throw new TokenRefusedError(token);
      if (status >= 400 && !isGone(request.getMethod(), status)) throw refusalOf(response);
    },
    onUploadUrlAvailable: () => void (upload.url !== null && onUrl(upload.url)),
    onProgress: (sentBytes) => void (signal.aborted || onProgress(sentBytes)),
    onSuccess: () => resolve(),
    onError: (error) => reject(toSendError(error)),
  });
  const onAbort = () => {
    void upload.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  upload.start();
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

/** Sends the remaining bytes. Rejects with errors that `describeError` understands. */
export async function sendBytes(options: SendOptions): Promise<void> {
  let { url } = options;
  const onUrl = (next: string) => {
    url = next;
    options.onUrl(next);
  };
  try {
    await sendOnce({ ...options, onUrl });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    const renewed = await renewAccessToken(error.token);
    options.signal.throwIfAborted();
    try {
      await sendOnce({ ...options, url, onUrl });
    } catch (again) {
      if (!(again instanceof TokenRefusedError)) throw again;
      throw new UnexpectedResponseError(401, undefined, renewed);
    }
  }
}

const dropTimeoutMs = 15_000;

const requestDrop = (url: string, token: string | undefined) =>
  fetch(url, {
    method: 'DELETE',
    keepalive: true,
    signal: AbortSignal.timeout(dropTimeoutMs),
    headers: {
      'tus-resumable': '1.0.0',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });

/**
 * Resolves to true if the server has deleted the upload or knows none. Without a further request, the server deletes
 * it within a day.
 */
export async function dropUpload(url: string): Promise<boolean> {
  try {
    const token = currentAccessToken();
    let response = await requestDrop(url, token);
    if (response.status === 401) {
      const renewed = await renewAccessToken(token);
      if (renewed !== undefined) response = await requestDrop(url, renewed);
    }
    return response.ok || response.status === 404 || response.status === 410;
  } catch {
    return false;
  }
}
