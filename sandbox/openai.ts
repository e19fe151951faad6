import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';

type Details = {
  message: string;
  code: string | null;
  param?: string | null | undefined;
  type?: string;
  retryAfterSeconds?: number | undefined;
};

/** An error in OpenAI's format. It is in English, because OpenAI's clients read it. */
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

/** Accepts any key, but refuses a request without one, so that developers notice a missing key. */
export async function requireApiKey({ headers }: FastifyRequest) {
  if (!/^Bearer \S+/.test(headers.authorization ?? '')) throw defaultError(401);
}

const maxHangMs = 3_600_000;

/** Leaves a call unanswered until the client disconnects. */
export const hang = (signal: AbortSignal) => delay(maxHangMs, undefined, { signal, ref: false });

/** The call list shows this status when the client disconnected before the answer. */
export const clientLeft = 499;

export type LoggedCall<Known> = Known &
  Readonly<{
    id: number;
    at: string;
    /** The response status, or null while the call is in progress. */
    status: number | null;
  }>;
export type CallLog<Known> = ReturnType<typeof openCallLog<Known>>;

/** Records the recent calls in memory only. */
export function openCallLog<Known>({ maxCount }: { maxCount: number }) {
  let calls: LoggedCall<Known>[] = [];
  let lastId = 0;
  return {
    add: (known: Known): number => {
      lastId += 1;
      const call = { id: lastId, at: new Date().toISOString(), ...known, status: null };
      calls = [call, ...calls].slice(0, maxCount);
      return lastId;
    },
    answered: (id: number, status: number, more?: Partial<Known>) => {
      calls = calls.map((call) => (call.id === id ? { ...call, ...more, status } : call));
    },
    /** Returns the newest first. */
    list: (): readonly LoggedCall<Known>[] => calls,
    clear: () => {
      calls = [];
    },
  };
}

export function outcome(status: number | null) {
  if (status === null) return 'em andamento';
  if (status === clientLeft) return 'quem pediu foi embora';
  return status < 400 ? 'respondido' : `recusado com ${status}`;
}

type Controls<Schema extends z.ZodType> = {
  path: string;
  schema: Schema;
  behaviour: { read: () => object; change: (wanted: z.infer<Schema>) => void };
  calls: { list: () => readonly unknown[]; clear: () => void };
};

/** Lets tests change the behaviour of a simulated service and read its calls. */
export function controlRoutes<Schema extends z.ZodType>(
  app: FastifyInstance,
  { path, schema, behaviour, calls }: Controls<Schema>,
) {
  app.get(`${path}/behaviour`, () => behaviour.read());
  app.post(`${path}/behaviour`, (request) => {
    behaviour.change(schema.parse(request.body ?? {}));
    return behaviour.read();
  });
  app.get(`${path}/calls`, () => calls.list());
  app.delete(`${path}/calls`, async (_request, reply) => {
    calls.clear();
    return reply.code(204).send();
  });
}
