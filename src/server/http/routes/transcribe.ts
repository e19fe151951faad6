import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { TextEditedSchema, TextEditSchema } from '#contract/transcript.ts';
import {
  AcceptedSchema,
  TranscribeFormSchema,
  TranscribeJoinedSchema,
  TranscribeUploadSchema,
  TranscriptionChangeSchema,
  TranscriptionSchema,
} from '#contract/transcription.ts';
import { hourMs } from '#domain/format/durations.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors/app-error.ts';
import { notFoundTexts } from '#server/errors/error-traits.ts';
import { acceptFiles } from '#server/features/transcriptions/accept/accept-files.ts';
import { createProbeSemaphore } from '#server/features/transcriptions/accept/probe-semaphore.ts';
import { retryTranscription } from '#server/features/transcriptions/accept/retry-transcription.ts';
import { deleteTranscriptions } from '#server/features/transcriptions/edit/delete-transcriptions.ts';
import { changeTranscription, editText } from '#server/features/transcriptions/edit/edit-transcription.ts';
import { type ReadPosition, startPosition } from '#server/features/transcriptions/read/partial-segments.ts';
import { readTranscription } from '#server/features/transcriptions/read/read-transcription.ts';
import {
  createStreamLoaders,
  type TranscriptionStreamItem,
  watchTranscription,
} from '#server/features/transcriptions/read/watch-transcription.ts';
import { storeUpload } from '#server/features/uploads/receive-uploads.ts';
import { deleteUpload, findOwnUpload } from '#server/features/uploads/uploads.ts';
import { rateLimitByUser } from '../security/rate-limits.ts';
import { actorOf, signedIn } from '../security/signed-in.ts';
import { eventStreams, heartbeat } from '../streams/event-stream.ts';
import { TranscriptionIdSchema } from './shared-schemas.ts';

const maxUploadsPerHour = 200;
const maxFieldBytes = 4_096;
const parserBufferBytes = 262_144;

const oneFileText = 'Envie um arquivo por vez.';

/** The body is JSON or a form, and the route's schema can describe only one of them. */
function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]));
  const [text] = Object.values(fields);
  throw new AppError('invalid_input', { fields, ...(text === undefined ? {} : { text }) });
}

type FinishedUploads = Readonly<{
  uploadIds: readonly [string, ...string[]];
  title?: string | undefined;
  language: string;
  voices?: number | null | undefined;
}>;

/** The body names one upload, or several to join. */
function finishedUploads(body: unknown): FinishedUploads {
  if (typeof body === 'object' && body !== null && 'uploadIds' in body) {
    const { uploadIds, ...rest } = parsed(TranscribeJoinedSchema, body);
    const [first, ...others] = uploadIds;
    return { uploadIds: [first as string, ...others], ...rest };
  }
  const { uploadId, ...rest } = parsed(TranscribeUploadSchema, body);
  return { uploadIds: [uploadId], ...rest };
}

/** The size of the whole form: a little more than its file. */
function declaredBytesOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** An unparsable form is the client's error, even if the parser's error has no status. */
async function* formParts(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('invalid_input', { cause: error });
  }
}

/** The form ended inside its file; only the message of the parser's error says so. */
const isCutForm = (error: unknown) =>
  error instanceof Error && /unexpected end of multipart data/i.test(error.message);

/**
 * Aborts when the client disconnects, so that the server drops the partial file and fetches nothing. During the body
 * the request emits 'aborted', afterwards the response emits 'close'.
 */
function abortedUploadSignal({ raw }: FastifyRequest, { raw: answer }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const leave = () =>
    leaving.abort(new AppError('upload_unfinished', { cause: new Error('the client left') }));
  raw.once('aborted', leave);
  answer.once('close', () => (answer.writableFinished ? undefined : leave()));
  return leaving.signal;
}

export function transcribeRoutes(deps: Deps): FastifyPluginAsyncZod {
  const probes = createProbeSemaphore();
  return async (app) => {
    await app.register(multipart, {
      limits: {
        // Two, so that our own error refuses the second.
        files: 2,
        fields: 5,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        fileSize: deps.config.uploads.maxBytes,
        headerPairs: 50,
      },
      throwFileSizeLimit: false,
      // For parser and file stream: with the default 64 KB every socket read pauses both.
      highWaterMark: parserBufferBytes,
      fileHwm: parserBufferBytes,
    });
    const limits = rateLimitByUser(deps, { name: 'transcribe', max: maxUploadsPerHour, windowMs: hourMs });

    /** The fields may follow the file, so the file is stored as it arrives and the fields are checked at the end. */
    async function fromForm(request: FastifyRequest, signal: AbortSignal): Promise<{ jobId: string }> {
      const actor = actorOf(request);
      const fields: Record<string, unknown> = {};
      let stored: { id: string; fileName: string } | undefined;
      try {
        for await (const part of formParts(request)) {
          if (part.type === 'field') fields[part.fieldname] = part.value === '' ? undefined : part.value;
          else if (stored !== undefined) throw new AppError('invalid_input', { text: oneFileText });
          else if (part.fieldname !== 'file') part.file.resume();
          else
            stored = await storeUpload(deps, actor, {
              fileName: part.filename,
              body: part.file,
              declaredBytes: declaredBytesOf(request),
              signal,
            });
        }
        if (stored === undefined) throw new AppError('file_missing');
        const given = parsed(TranscribeFormSchema, fields);
        const file = { uploadId: stored.id, fileName: stored.fileName };
        return await acceptFiles(deps, actor, { files: [file], ...given }, { signal, probes });
      } catch (error) {
        // Browsers read the answer only after sending everything, so discard the rest of the body.
        // Unpipe first, because the parser would block for ever on the unread rest of a refused file.
        request.raw.unpipe();
        request.raw.resume();
        // No client knows the id of the stored file, so delete it. If that fails, the sweep deletes it later, and the
        // user still gets the original error.
        if (stored !== undefined) await deleteUpload(deps, stored.id).catch(() => undefined);
        throw isCutForm(error) ? new AppError('file_unreadable', { cause: error }) : error;
      }
    }

    app.post(
      '/transcribe',
      {
        ...signedIn(deps),
        preHandler: limits,
        config: { longLived: true },
        schema: {
          summary: 'Envia um arquivo, ou nomeia envios terminados, para transcrever',
          tags: ['Transcrição'],
          response: { 201: AcceptedSchema },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const signal = abortedUploadSignal(request, reply);
        reply.code(201);
        if (request.isMultipart()) return fromForm(request, signal);
        const { uploadIds, ...given } = finishedUploads(request.body);
        const [first, ...others] = uploadIds;
        const fileOf = async (uploadId: string) => {
          const { fileName } = await findOwnUpload(deps, actor, uploadId, { isJoined: others.length > 0 });
          return { uploadId, fileName };
        };
        const files = [await fileOf(first), ...(await Promise.all(others.map(fileOf)))] as const;
        return acceptFiles(deps, actor, { files, ...given }, { signal, probes });
      },
    );

    const owned = (summary: string) => ({ summary, tags: ['Transcrição'], params: TranscriptionIdSchema });
    app.get(
      '/transcribe/:id',
      {
        ...signedIn(deps),
        schema: { ...owned('Uma transcrição'), response: { 200: TranscriptionSchema } },
      },
      async (request) => readTranscription(deps, actorOf(request), request.params.id),
    );
    app.put(
      '/transcribe/:id',
      {
        ...signedIn(deps),
        schema: { ...owned('Guarda o texto corrigido ou o título'), body: TranscriptionChangeSchema },
      },
      async (request, reply) => {
        await changeTranscription(deps, actorOf(request), { id: request.params.id, change: request.body });
        return reply.code(204).send();
      },
    );
    app.patch(
      '/transcribe/:id/text',
      {
        ...signedIn(deps),
        schema: {
          ...owned('Guarda o que mudou no texto, se ninguém o mudou antes'),
          body: TextEditSchema,
          response: { 200: TextEditedSchema },
        },
      },
      async (request) => {
        const { id } = request.params;
        return { revision: await editText(deps, actorOf(request), { id, edit: request.body }) };
      },
    );
    app.delete(
      '/transcribe/:id',
      { ...signedIn(deps), schema: owned('Exclui uma transcrição') },
      async (request, reply) => {
        const deleted = await deleteTranscriptions(deps, actorOf(request), [request.params.id]);
        if (deleted === 0) throw new AppError('not_found', { text: notFoundTexts.transcription });
        return reply.code(204).send();
      },
    );
    app.post(
      '/transcribe/:id/retry',
      { ...signedIn(deps), schema: owned('Tenta de novo o que falhou por nossa causa') },
      async (request, reply) => {
        await retryTranscription(deps, actorOf(request), request.params.id);
        return reply.code(204).send();
      },
    );
  };
}

/** The chunks and segments read so far, as this server sent them. Any other value starts from the beginning. */
function readFrom(lastEventId: string | string[] | undefined): ReadPosition {
  const [, chunks, segments] = /^(\d{1,6})-(\d{1,9})$/.exec(String(lastEventId ?? '')) ?? [];
  return chunks === undefined ? startPosition : { chunks: Number(chunks), segments: Number(segments) };
}

async function* toServerSentEvents(events: AsyncGenerator<TranscriptionStreamItem>) {
  for await (const each of events) {
    if (each === undefined) yield heartbeat;
    else {
      const { event, data, read } = each;
      yield `id: ${read.chunks}-${read.segments}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    }
  }
}

/** Live progress. If the stream fails, the page polls every five seconds. */
export function transcriptionEventRoutes(deps: Deps): FastifyPluginAsyncZod {
  return async (app) => {
    const stream = eventStreams(app, deps);
    const watching = { ...deps, loaders: createStreamLoaders(deps) };
    app.get(
      '/transcribe/:id/events',
      {
        ...signedIn(deps),
        config: { longLived: true },
        schema: {
          summary: 'O andamento de uma transcrição, como eventos (text/event-stream)',
          tags: ['Transcrição'],
          params: TranscriptionIdSchema,
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        return stream(reply, {
          actor,
          events: async (signal) =>
            toServerSentEvents(
              await watchTranscription(watching, actor, {
                id: request.params.id,
                read: readFrom(request.headers['last-event-id']),
                signal,
              }),
            ),
        });
      },
    );
  };
}
