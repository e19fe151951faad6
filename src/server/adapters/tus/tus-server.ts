import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DataStore, ERRORS, Metadata, Server, TUS_RESUMABLE, TUS_VERSION } from '@tus/server';
import type { Actor } from '#server/actor.ts';
import type { Database } from '#server/adapters/db/database.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/errors/app-error.ts';
import { appErrorOfStatus, checkTusHeaders, tusAppError } from './tus-errors.ts';
import { uploadLocks } from './upload-locks.ts';

export type NewUpload = Readonly<{ fileName: string; bytes: number | undefined }>;

/** The product's rules for uploads. The library implements the protocol. */
type TusRules = Readonly<{
  /** Returns the new upload's id. */
  create: (actor: Actor, upload: NewUpload) => Promise<string>;
  /** Throws if the upload belongs to another user, has expired, or is already used. */
  check: (actor: Actor, id: string, call: { writes: boolean }) => Promise<void>;
  /** The client wants to delete the upload. Throws as `check` does. */
  discard: (actor: Actor, id: string) => Promise<void>;
  /** Called when the client deletes the upload, or when the answer to its creation failed. */
  removed: (id: string) => Promise<void>;
}>;

export type UploadStore = DataStore;

/** Formats an error response (status, headers and body) like the rest of the API. */
export type TusPresent = (
  error: unknown,
  request: IncomingMessage,
) => { status: number; headers: Record<string, string>; body: string };

type TusOptions = {
  db: Database;
  uploads: DataStore;
  path: string;
  maxBytes: number;
  rules: TusRules;
  present: TusPresent;
};

export type Tus = Readonly<{
  handle: (request: IncomingMessage, response: ServerResponse, actor: Actor) => Promise<void>;
}>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function nodeRequest(request: Request): IncomingMessage {
  const { runtime } = request as Request & { runtime?: { node?: { req: IncomingMessage } } };
  if (runtime?.node === undefined) throw new Error('an upload request has no Node request');
  return runtime.node.req;
}

function nameIn(header: string | null): string {
  // Metadata is optional: a recording from the microphone has no file name.
  if (header === null) return '';
  try {
    const { filename, name } = Metadata.parse(header);
    return filename ?? name ?? '';
  } catch {
    throw new AppError('invalid_input');
  }
}

function lengthIn(header: string | null): number | undefined {
  return header === null ? undefined : Number(header);
}

type Answering = { handler: (request: Request) => Promise<Response> };

export function openTus({ db, uploads, path, maxBytes, rules, present }: TusOptions): Tus {
  const actors = new WeakMap<IncomingMessage, Actor>();
  const created = new WeakMap<IncomingMessage, string>();
  const discarded = new WeakSet<IncomingMessage>();
  const thrown = new WeakMap<IncomingMessage, unknown>();
  const actorOf = (request: Request): Actor => {
    const actor = actors.get(nodeRequest(request));
    if (actor === undefined) throw new AppError('unauthenticated');
    return actor;
  };

  const server = new Server({
    path,
    datastore: uploads,
    maxSize: maxBytes,
    relativeLocation: true,
    // Only our own page uploads, so CORS allows no other origin.
    allowedOrigins: [],
    locker: uploadLocks(db),
    namingFunction: async (request) => {
      const { headers } = request;
      const upload = {
        fileName: nameIn(headers.get('upload-metadata')),
        bytes: lengthIn(headers.get('upload-length')),
      };
      const id = await rules.create(actorOf(request), upload);
      created.set(nodeRequest(request), id);
      return uploadKey(id);
    },
    generateUrl: (_request, { path: base, id }) => `${base}/${id.split('/').at(-1)}`,
    getFileIdFromRequest: (_request, last) =>
      last !== undefined && uuid.test(last) ? uploadKey(last) : undefined,
    onIncomingRequest: async (request, key) => {
      const id = key?.split('/').at(-1) ?? '';
      const { method } = request;
      if (method === 'DELETE') {
        await rules.discard(actorOf(request), id);
        discarded.add(nodeRequest(request));
      } else if (method !== 'POST' && method !== 'OPTIONS')
        await rules.check(actorOf(request), id, { writes: method === 'PATCH' });
    },
    // The handler below builds the error response, including refusals that the library does not throw.
    onResponseError: async (request, error) => {
      thrown.set(nodeRequest(request), error);
      return undefined;
    },
  });

  // Private in the library's types, but every response passes through it.
  const handling = server as unknown as Answering;
  const handle = handling.handler.bind(server);
  handling.handler = async (request) => {
    const node = nodeRequest(request);
    const refused = checkTusHeaders(request);
    if (refused !== undefined) return refusing(refused, node, { 'tus-version': TUS_VERSION.join() });
    const answer = await handle(request);
    if (answer.status < 400) return answer;
    const error = thrown.has(node) ? tusAppError(thrown.get(node)) : appErrorOfStatus(answer.status);
    return refusing(error, node);
  };
  const refusing = (error: unknown, node: IncomingMessage, further: Record<string, string> = {}) => {
    // Browsers read an answer only after sending the whole body, and a connection closed earlier would reset. So
    // discard the rest. If the store has already started to read, only closing the connection ends that.
    const begun = node.readableDidRead;
    if (!begun) node.resume();
    const { status, headers, body } = present(error, node);
    return new Response(body, {
      status,
      headers: {
        'tus-resumable': TUS_RESUMABLE,
        ...(begun ? { connection: 'close' } : {}),
        ...further,
        ...headers,
      },
    });
  };

  // Before the answer, because the client may then start another upload that takes this one's place.
  const termination = server.handlers.DELETE;
  const terminate = termination.send.bind(termination);
  termination.send = async (request, ...rest) => {
    const answer = await terminate(request, ...rest).catch((error) => {
      // In a bucket the library finds no finished upload. The rule below removes its file.
      if (error !== ERRORS.FILE_NOT_FOUND || !discarded.has(nodeRequest(request))) throw error;
      return new Response(null, { status: 204, headers: { 'tus-resumable': TUS_RESUMABLE } });
    });
    await rules.removed(request.url.split('/').at(-1) ?? '');
    return answer;
  };

  return {
    handle: async (request, response, actor) => {
      actors.set(request, actor);
      await server.handle(request, response);
      const begun = created.get(request);
      if (begun !== undefined && response.statusCode !== 201) await rules.removed(begun);
    },
  };
}
