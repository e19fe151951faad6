import { buffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type CallLog,
  clientLeft,
  defaultError,
  hang,
  type LoggedCall,
  OpenAiError,
  openAiError,
  requireApiKey,
} from '../openai.ts';
import type { Failure, SpeechBehaviour } from './behaviour.ts';
import { sampleRateHz } from './recognition/measure-sound.ts';
import { type Recognition, recognize } from './recognition/recognize.ts';
import { formatResponse, responseFormats } from './response-formats.ts';

export type SpeechState = Readonly<{ behaviour: SpeechBehaviour; calls: CallLog<KnownCall> }>;

const minMs = 100;
const defaultLanguage = 'pt';

function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

const wavHeaderBytes = 44;

/** Reads the only kind of file that the product sends: mono WAV of 16 bits at 16 kHz, with the shortest header. */
function samplesOf(file: Buffer): Int16Array {
  const isWav =
    file.length >= wavHeaderBytes &&
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 36, 40) === 'data';
  const [format, channels, bits] = [20, 22, 34].map((at) => (isWav ? file.readUInt16LE(at) : 0));
  if (format !== 1 || channels !== 1 || bits !== 16 || file.readUInt32LE(24) !== sampleRateHz)
    throw openAiError(400, {
      message: 'Audio file might be corrupted or unsupported',
      code: 'invalid_value',
      param: 'file',
    });
  const bytes = new Uint8Array(file.subarray(wavHeaderBytes));
  return new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
}

async function recognizeFile(file: Buffer) {
  const recognized = await recognize(samplesOf(file));
  if (recognized.durationMs >= minMs) return recognized;
  throw openAiError(400, {
    message: 'Audio file is too short. Minimum audio length is 0.1 seconds.',
    code: 'audio_too_short',
    param: 'file',
  });
}

function sendFailure({ status, retryAfterSeconds, body }: Failure, reply: FastifyReply) {
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

export async function transcriptionRoutes(app: FastifyInstance, { behaviour, calls }: SpeechState) {
  await app.register(multipart, { limits: { files: 4, fields: 20, fieldSize: 65_536 } });
  app.addHook('onRequest', requireApiKey);

  app.setErrorHandler((error, _request, reply) => {
    const fault = error instanceof OpenAiError ? error : defaultError(statusOf(error));
    // Pass unexpected errors of the sandbox to the parent's handler, which logs them and hides the details.
    if (!(error instanceof OpenAiError) && fault.status >= 500) throw error;
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
    return reply.code(fault.status).send(fault.body);
  });

  app.get('/models', () => ({ object: 'list', data: [{ id: speechModel, object: 'model' }] }));

  app.post('/audio/transcriptions', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const signal = disconnectSignal(reply);
    const form = await readForm(request);
    const recognized = await recognizeFile(form.file);
    const { language = null, temperature } = form;
    const id = calls.add({ ...summaryOf(recognized), language, temperature });
    try {
      using _slot = behaviour.begin();
      const failure = behaviour.nextFailure();
      if (failure?.hang) await hang(signal);
      await behaviour.takeTime(failure === undefined ? recognized.durationMs : 0, signal);
      // Record the status before sending, because the client may read the call list right after the answer.
      calls.answered(id, failure?.status ?? 200);
      if (failure !== undefined) return sendFailure(failure, reply);
      return formatResponse(recognized, {
        format: form.response_format,
        language: language ?? defaultLanguage,
        temperature,
        granularities: form['timestamp_granularities[]'],
      });
    } catch (error) {
      calls.answered(id, signal.aborted ? clientLeft : statusOf(error));
      if (!signal.aborted) throw error;
      return reply.hijack();
    }
  });
}

export const speechModel = 'sandbox-speech';

const maxFileBytes = 25 * 1_048_576;
/** The limit includes the rest of the form. */
export const maxBodyBytes = maxFileBytes + 1_048_576;

const lists = ['timestamp_granularities[]', 'include[]'];

/** Ignores unsupported fields such as `prompt` silently, as OpenAI does. */
const FormSchema = z.object({
  model: z.string('you must provide a model parameter'),
  language: z
    .string()
    .regex(
      /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/,
      'Invalid language. Language parameter must be specified in ISO-639-1 format.',
    )
    .optional(),
  response_format: z.enum(responseFormats).default('json'),
  temperature: z.coerce.number().min(0).max(1).default(0),
  'timestamp_granularities[]': z.array(z.enum(['word', 'segment'])).default([]),
});
export type Form = z.infer<typeof FormSchema> & { file: Buffer };

/** Parses OpenAI's form, or throws OpenAI's error. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart())
    throw openAiError(400, { message: 'The request must be multipart/form-data.', code: null });
  const fields: Record<string, unknown> = {};
  let file: Buffer | undefined;
  for await (const part of request.parts({ limits: { fileSize: maxFileBytes } })) {
    if (part.type === 'file' && part.fieldname === 'file') {
      file = await buffer(part.file);
      if (part.file.truncated) throw defaultError(413);
    } else if (part.type === 'file') part.file.resume();
    else if (lists.includes(part.fieldname))
      fields[part.fieldname] = [...((fields[part.fieldname] as unknown[]) ?? []), part.value];
    else fields[part.fieldname] = part.value;
  }
  if (file === undefined || file.length === 0)
    throw openAiError(400, {
      message: 'The file is missing or empty.',
      code: 'missing_required_parameter',
      param: 'file',
    });
  const { success, data, error } = FormSchema.safeParse(fields);
  if (!success) {
    const [issue] = error.issues;
    const param = issue?.path.join('.');
    throw openAiError(400, { message: issue?.message ?? 'Invalid request.', code: 'invalid_value', param });
  }
  if (data.model !== speechModel)
    throw openAiError(400, {
      message: `The model \`${data.model.slice(0, 100)}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
      param: 'model',
    });
  return { ...data, file };
}

type KnownCall = Readonly<{
  /** The duration of the audio. A hash of its samples and the first telephone keys in it identify a chunk. */
  seconds: number;
  hash: string;
  digits: string;
  text: string;
  language: string | null;
  temperature: number;
}>;
export type Call = LoggedCall<KnownCall>;

const maxDigitsLength = 32;

/** Returns the entry for the list of calls, without the audio. */
function summaryOf({ durationMs, hash, segments }: Recognition) {
  const keys = segments.filter(({ kind }) => kind === 'keys').flatMap(({ words }) => words);
  return {
    seconds: Math.round(durationMs) / 1_000,
    hash,
    digits: keys
      .map(({ text }) => text)
      .join('')
      .slice(0, maxDigitsLength),
    text: segments.map(({ text }) => text).join(' '),
  };
}
