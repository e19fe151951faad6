import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from './answers.ts';
import { type Failure, hang, type SpeechBehaviour } from './behaviour.ts';
import type { SpeechCalls } from './calls.ts';
import { decode } from './decode.ts';
import { listen } from './hearing/listen.ts';
import { defaultError, OpenAiError, openAiError } from './openai-error.ts';
import { maxBodyBytes, readForm, speechModel } from './read-form.ts';
import { readWav } from './read-wav.ts';

export type SpeechState = Readonly<{ behaviour: SpeechBehaviour; calls: SpeechCalls }>;

const minMs = 100;
const defaultLanguage = 'pt';
const clientLeft = 499;

function leavingSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** Any key will do, but a client that was given none is found out here, not at the vendor. */
async function wantKey({ headers }: FastifyRequest) {
  if (!/^Bearer \S+/.test(headers.authorization ?? '')) throw defaultError(401);
}

async function hear(file: Buffer) {
  const heard = await listen(readWav(file) ?? decode(file));
  if (heard.durationMs >= minMs) return heard;
  throw openAiError(400, {
    message: 'Audio file is too short. Minimum audio length is 0.1 seconds.',
    code: 'audio_too_short',
    param: 'file',
  });
}

function failAs({ status, retryAfterSeconds, body }: Failure, reply: FastifyReply) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .type(typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8')
    .send(typeof body === 'string' ? body : JSON.stringify(body ?? defaultError(status).body));
}

function statusOf(error: unknown) {
  if (error instanceof OpenAiError) return error.status;
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
}

export async function openAiRoutes(app: FastifyInstance, { behaviour, calls }: SpeechState) {
  await app.register(multipart, { limits: { files: 4, fields: 20, fieldSize: 65_536 } });
  app.addHook('onRequest', wantKey);

  app.setErrorHandler((error, _request, reply) => {
    const fault = error instanceof OpenAiError ? error : defaultError(statusOf(error));
    // Ours, and not asked for: the frame's handler tells it to the log and to nobody else.
    if (!(error instanceof OpenAiError) && fault.status >= 500) throw error;
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
    return reply.code(fault.status).send(fault.body);
  });

  app.get('/models', () => ({
    object: 'list',
    data: [{ id: speechModel, object: 'model', created: 1_767_225_600, owned_by: 'escriba-sandbox' }],
  }));

  app.post('/audio/transcriptions', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const signal = leavingSignal(reply);
    const form = await readForm(request);
    const heard = await hear(form.file);
    const { language = null, temperature } = form;
    const id = calls.add({ heard, language, temperature });
    try {
      using _place = behaviour.begin();
      const failure = behaviour.nextFailure();
      if (failure?.hang) await hang(signal);
      await behaviour.takeTime(failure === undefined ? heard.durationMs : 0, signal);
      // Before it is sent: who has the answer may ask for the list at once.
      calls.answered(id, failure?.status ?? 200);
      if (failure !== undefined) return failAs(failure, reply);
      const { type, body } = answerOf(heard, {
        format: form.response_format,
        language: language ?? defaultLanguage,
        temperature,
        granularities: form['timestamp_granularities[]'],
      });
      return reply.type(type).send(body);
    } catch (error) {
      calls.answered(id, signal.aborted ? clientLeft : statusOf(error));
      if (!signal.aborted) throw error;
      return reply.hijack();
    }
  });
}
