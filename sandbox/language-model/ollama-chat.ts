import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { clientLeft, hang } from '../openai.ts';
import type { ScriptedResponse } from './behaviour.ts';
import { type LanguageState, languageModel } from './chat-completions.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { countTokens, firstTokens, splitIntoChunks } from './tokens.ts';

/** The window of a server whose caller asks for none. */
const defaultWindow = 4_096;
const modelWindow = 131_072;
const maxBodyBytes = 20 * 1_048_576;
const thought = 'O texto fala de uma reunião. ';
const bytesPerToken = 4;

const ModelSchema = z.looseObject({ model: z.string() });
const ChatSchema = ModelSchema.extend({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().default(true),
  think: z.boolean().nullish(),
  format: z.union([z.string(), z.looseObject({})]).nullish(),
  keep_alive: z.union([z.string(), z.number()]).default('5m'),
  truncate: z.boolean().default(true),
  options: z
    .looseObject({ num_ctx: z.int().min(1).default(defaultWindow), num_predict: z.int().default(-1) })
    .default({ num_ctx: defaultWindow, num_predict: -1 }),
});
type Chat = z.infer<typeof ChatSchema>;

class OllamaError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function parse<Schema extends z.ZodType<{ model: string }>>(schema: Schema, body: unknown): z.infer<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new OllamaError(400, 'invalid request');
  if (data.model !== languageModel) throw new OllamaError(404, `model '${data.model}' not found`);
  return data;
}

const contentOf = ({ messages }: Chat, isOf: (role: string) => boolean) =>
  messages
    .filter(({ role }) => isOf(role))
    .map(({ content }) => content)
    .join('\n\n');

/** Ollama's own API, with its silence while it reads and its cut of long prompts. */
export async function ollamaRoutes(app: FastifyInstance, { behaviour, calls }: LanguageState) {
  /** The window with which the model is in memory, or undefined if it is not. */
  let loadedWindow: number | undefined;
  let reading = 0;

  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OllamaError)) throw error;
    return reply.code(error.status).send({ error: error.message });
  });

  const described = { name: languageModel, model: languageModel, size: 1_000_000 };
  app.get('/version', () => ({ version: '0.40.12' }));
  app.get('/tags', () => ({ models: [described] }));
  app.get('/ps', async (_request, reply) => {
    if (behaviour.read().ollama.isDeaf && reading > 0) {
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      await hang(left.signal).catch(() => undefined);
    }
    return { models: loadedWindow === undefined ? [] : [{ ...described, context_length: loadedWindow }] };
  });
  app.post('/show', (request) => {
    parse(ModelSchema, request.body);
    return {
      capabilities: ['completion', 'thinking'],
      model_info: { 'general.architecture': 'sandbox', 'sandbox.context_length': modelWindow },
    };
  });

  /** Newer servers refuse a long prompt if asked to. Older ones keep its end, half a window long. */
  function fitInto(
    window: number,
    { system, text, truncate }: Pick<Chat, 'truncate'> & Record<'system' | 'text', string>,
  ) {
    const excess = countTokens(system) + countTokens(text) - window;
    if (excess <= 0) return text;
    if (!truncate && !behaviour.read().ollama.isOld)
      throw new OllamaError(400, `prompt too long; exceeded max context length by ${excess} tokens`);
    return Buffer.from(text)
      .subarray(-(window / 2) * bytesPerToken)
      .toString();
  }

  type Writing = { id: number; chat: Chat; answer: string; promptTokens: number; scripted: ScriptedResponse };

  async function writeAnswer(reply: FastifyReply, left: AbortSignal, writing: Writing) {
    const { id, chat, answer: wholeAnswer, promptTokens, scripted } = writing;
    const { num_predict: limit } = chat.options;
    const thinking = chat.think === false ? '' : thought.repeat(40);
    const all = thinking + wholeAnswer;
    const written = limit < 0 ? all : firstTokens(all, limit);
    const answer = written.slice(thinking.length);
    const send = (rest: object) =>
      reply.raw.write(
        `${JSON.stringify({ model: languageModel, created_at: new Date().toISOString(), ...rest })}\n`,
      );
    const message = (content: string, more = {}) => ({ role: 'assistant', content, ...more });
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    for (const part of splitIntoChunks(written.slice(0, thinking.length)))
      send({ message: message('', { thinking: part }), done: false });
    for (const [at, content] of splitIntoChunks(answer).entries()) {
      if (at === scripted.stuckAfter) await hang(left);
      if (at === scripted.cutAfter) {
        calls.answered(id, 200, { answer });
        return void reply.raw.destroy();
      }
      if (at === scripted.endAfter) break;
      send({ message: message(content), done: false });
      await delay(behaviour.read().pauseMs, undefined, { signal: left });
    }
    if (scripted.endAfter === undefined)
      send({
        message: message(''),
        done: true,
        done_reason: written.length < all.length ? 'length' : 'stop',
        prompt_eval_count: promptTokens,
        eval_count: countTokens(written),
      });
    calls.answered(id, 200, { answer });
    reply.raw.end();
  }

  app.post('/chat', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const chat = parse(ChatSchema, request.body);
    const { messages: _, ...asked } = chat;
    const system = contentOf(chat, (role) => role === 'system');
    const sent = contentOf(chat, (role) => role !== 'system');
    const id = calls.add({
      model: languageModel,
      isStream: chat.stream,
      system,
      text: sent,
      answer: '',
      asked,
    });
    try {
      const scripted = behaviour.responseFor(sent);
      if (scripted.status !== undefined) throw new OllamaError(scripted.status, scripted.message ?? 'failed');
      const { readingMs, ollama } = behaviour.read();
      loadedWindow = Math.min(chat.options.num_ctx, ollama.maxWindow);
      const text = fitInto(loadedWindow, { system, text: sent, truncate: chat.truncate });
      const summary = scripted.say ?? extractiveSummary(text, behaviour.read().citations);
      const answer = chat.format ? JSON.stringify({ text: summary }) : summary;
      const promptTokens = Math.min(countTokens(system) + countTokens(text), loadedWindow);
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      reply.hijack();
      reading += 1;
      try {
        await delay(readingMs, undefined, { signal: left.signal });
        await writeAnswer(reply, left.signal, { id, chat, answer, promptTokens, scripted });
      } catch (error) {
        if (!left.signal.aborted) throw error;
        calls.answered(id, clientLeft);
      } finally {
        reading -= 1;
        if (chat.keep_alive === 0) loadedWindow = undefined;
      }
    } catch (error) {
      if (error instanceof OllamaError) calls.answered(id, error.status);
      throw error;
    }
  });
}
