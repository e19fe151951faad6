import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DataStore, Metadata, Server } from '@tus/server';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from '../../actor.ts';
import { AppError } from '../../app-error.ts';
import type { Database } from '../db/database.ts';
import { faultOfDisk, faultOfServer, StorageFault, type StorageFaultKind } from '../storage/storage.ts';
import { keyOfUpload } from './upload-key.ts';
import { uploadLocks } from './upload-locks.ts';

export type NewUpload = Readonly<{ fileName: string; bytes: number | undefined }>;

/** What the product says about uploads; the protocol itself is the library's. */
export type TusRules = Readonly<{
  /** Gives the new upload's id. */
  create: (actor: Actor, upload: NewUpload) => Promise<string>;
  /** Throws where the upload is somebody else's, over, or already used. */
  check: (actor: Actor, id: string) => Promise<void>;
  /** Its client gave it up, or was never told where it is. */
  removed: (id: string) => Promise<void>;
}>;

export type UploadStore = DataStore;

/** How an error leaves: status and body, as everywhere else. */
export type TusPresent = (error: unknown, request: IncomingMessage) => { status: number; body: string };

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
  if (runtime?.node === undefined) throw new Error('an upload came by another way than HTTP');
  return runtime.node.req;
}

function nameIn(header: string | null): string {
  // An upload needs no metadata: a recording from the microphone has no file name.
  if (header === null) return '';
  try {
    const { filename, name } = Metadata.parse(header);
    return filename ?? name ?? '';
  } catch {
    throw new AppError('invalid_input');
  }
}

function lengthIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** The library's own errors carry a status and an English sentence. */
function isLibrarys(error: unknown): error is { status_code: number } {
  return typeof error === 'object' && error !== null && 'status_code' in error;
}

export function openTus({ db, uploads, path, maxBytes, rules, present }: TusOptions): Tus {
  const actors = new WeakMap<IncomingMessage, Actor>();
  const created = new WeakMap<IncomingMessage, string>();
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
    // The page that uploads is our own: no other origin is told anything.
    allowedOrigins: [],
    locker: uploadLocks(db),
    disableTerminationForFinishedUploads: true,
    namingFunction: async (request) => {
      const { headers } = request;
      const upload = {
        fileName: nameIn(headers.get('upload-metadata')),
        bytes: lengthIn(headers.get('upload-length')),
      };
      const id = await rules.create(actorOf(request), upload);
      created.set(nodeRequest(request), id);
      return keyOfUpload(id);
    },
    generateUrl: (_request, { path: base, id }) => `${base}/${id.split('/').at(-1)}`,
    getFileIdFromRequest: (_request, last) =>
      last !== undefined && uuid.test(last) ? keyOfUpload(last) : undefined,
    onIncomingRequest: async (request, key) => {
      const id = key?.split('/').at(-1) ?? '';
      if (request.method !== 'POST' && request.method !== 'OPTIONS') await rules.check(actorOf(request), id);
    },
    onResponseError: async (request, error) => {
      const { status, body } = present(toldOf(error), nodeRequest(request));
      return { status_code: status, body };
    },
  });

  // Before the answer: whoever reads it may begin another upload at once, in the place of this one.
  const termination = server.handlers.DELETE;
  const terminate = termination.send.bind(termination);
  termination.send = async (request, ...rest) => {
    const answer = await terminate(request, ...rest);
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

const codes = {
  missing: 'not_found',
  full: 'storage_full',
  unavailable: 'storage_unavailable',
} as const satisfies Record<StorageFaultKind, ErrorCode>;

/** The stores throw whatever their disk or their server threw: one without room is no fault that nobody can name. */
function toldOf(error: unknown): unknown {
  const fault = faultOfServer(faultOfDisk(error));
  if (fault instanceof StorageFault) return new AppError(codes[fault.kind], { cause: error });
  return isLibrarys(error) && !(error instanceof AppError) ? refusalOf(error.status_code) : error;
}

/** The statuses of the protocol keep their meaning, since clients act on them; the words are ours. */
function refusalOf(status: number): AppError {
  if (status === 404 || status === 410 || status === 403) return new AppError('not_found');
  if (status === 413) return new AppError('payload_too_large');
  if (status === 409) return new AppError('upload_out_of_step');
  if (status === 423) return new AppError('upload_in_use');
  if (status === 415) return new AppError('unsupported_media_type');
  if (status >= 500) return new AppError('storage_unavailable');
  return new AppError('invalid_input');
}
