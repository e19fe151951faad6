type Details = {
  message: string;
  code: string | null;
  param?: string | undefined;
  type?: string;
  retryAfterSeconds?: number | undefined;
};

/** An error in OpenAI's format. In English, because OpenAI's clients read it. */
export class OpenAiError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly body: { error: { message: string; type: string; param: string | null; code: string | null } };

  constructor(status: number, { message, code, param, type, retryAfterSeconds }: Details) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    const defaultType = status >= 500 ? 'server_error' : 'invalid_request_error';
    this.body = { error: { message, type: type ?? defaultType, param: param ?? null, code } };
  }
}

export const openAiError = (status: number, details: Details) => new OpenAiError(status, details);

const usual: Readonly<Record<number, Omit<Details, 'retryAfterSeconds'>>> = {
  401: { message: 'Incorrect API key provided.', code: 'invalid_api_key' },
  413: { message: 'Maximum content size limit exceeded.', code: 'content_too_large', param: 'file' },
  429: { message: 'Rate limit reached.', code: 'rate_limit_exceeded', type: 'requests' },
};

/** OpenAI's usual error for a status. */
export const defaultError = (status: number, retryAfterSeconds?: number) =>
  openAiError(status, {
    ...(usual[status] ?? {
      message: status >= 500 ? 'The server had an error while processing your request.' : 'Invalid request.',
      code: null,
    }),
    retryAfterSeconds,
  });
