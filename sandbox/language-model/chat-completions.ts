import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
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
import type { LanguageBehaviour, ScriptedResponse } from './behaviour.ts';
import { extractiveSummary } from './extractive-summary.ts';
import { countTokens, firstTokens, splitIntoChunks } from './tokens.ts';

export type LanguageState = Readonly<{ behaviour: LanguageBehaviour; calls: CallLog<KnownCall> }>;

export const languageModel = 'sandbox-language';
/** The start of 2026. */
const createdAt = 1_767_225_600;
const maxBodyBytes = 20 * 1_048_576;

const ContentSchema = z.union([z.string(), z.array(z.object({ type: z.literal('text'), text: z.string() }))]);
const ChatSchema = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: ContentSchema })).min(1),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().default(false) }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  /** llama.cpp then reports how much of the prompt it has read. */
  return_progress: z.boolean().default(false),
});

const textOf = (content: z.infer<typeof ContentSchema>) =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');

function parseChatRequest(body: unknown) {
  const { success, data } = ChatSchema.safeParse(body);
  if (!success) throw defaultError(400);
  if (data.model !== languageModel)
    throw openAiError(404, {
      message: `The model '${data.model}' does not exist or you do not have access to it.`,
      code: 'model_not_found',
      param: 'model',
    });
  const textFrom = (isFrom: (role: string) => boolean) =>
    data.messages
      .filter(({ role }) => isFrom(role))
      .map(({ content }) => textOf(content))
      .join('\n\n');
  const isSystem = (role: string) => role === 'system' || role === 'developer';
  const { stream: isStream, max_tokens: maxTokens } = data;
  return {
    isStream,
    maxTokens,
    wantsUsage: data.stream_options?.include_usage === true,
    wantsProgress: data.return_progress,
    system: textFrom(isSystem),
    text: textFrom((role) => !isSystem(role)),
  };
}

function scriptedError({ status = 500, retryAfterSeconds, message, code }: ScriptedResponse): OpenAiError {
  const usual = defaultError(status).body.error;
  return openAiError(status, {
    ...(message === undefined ? usual : { message, code: null }),
    ...(code !== undefined && { code }),
    retryAfterSeconds,
  });
}

export async function chatCompletionRoutes(app: FastifyInstance, { behaviour, calls }: LanguageState) {
  app.addHook('onRequest', requireApiKey);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof OpenAiError)) throw error;
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    return reply.code(error.status).send(error.body);
  });

  type StreamOptions = {
    id: number;
    answer: string;
    isCut: boolean;
    scripted: ScriptedResponse;
    promptTokens: number;
    wantsUsage: boolean;
    wantsProgress: boolean;
  };

  async function streamAnswer(
    reply: FastifyReply,
    { id, answer, isCut, scripted, promptTokens, wantsUsage, wantsProgress }: StreamOptions,
  ) {
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const head = { id: `chatcmpl-${randomUUID()}`, object: 'chat.completion.chunk', created: createdAt };
    const send = (rest: object) =>
      reply.raw.write(`data: ${JSON.stringify({ ...head, model: languageModel, ...rest })}\n\n`);
    const choice = (delta: object, finish_reason: string | null = null) =>
      send({ choices: [{ index: 0, delta, finish_reason }] });
    try {
      choice({ role: 'assistant', content: '' });
      for (const share of [0.25, 0.5, 0.75, 1]) {
        await delay(behaviour.read().readingMs / 4, undefined, { signal: disconnected.signal });
        const progress = { total: promptTokens, cache: 0, processed: promptTokens * share, time_ms: 1 };
        if (wantsProgress) send({ choices: [], prompt_progress: progress });
      }
      for (const [at, content] of splitIntoChunks(answer).entries()) {
        if (at === scripted.stuckAfter) await hang(disconnected.signal);
        if (at === scripted.cutAfter) {
          calls.answered(id, 200, { answer });
          return void reply.raw.destroy();
        }
        if (at === scripted.endAfter) break;
        choice({ content });
        await delay(behaviour.read().pauseMs, undefined, { signal: disconnected.signal });
      }
      if (scripted.endAfter === undefined) {
        choice({}, isCut ? 'length' : 'stop');
        const completion_tokens = countTokens(answer);
        const usage = { prompt_tokens: promptTokens, completion_tokens };
        if (wantsUsage)
          send({ choices: [], usage: { ...usage, total_tokens: promptTokens + completion_tokens } });
        reply.raw.write('data: [DONE]\n\n');
      }
      calls.answered(id, 200, { answer });
      reply.raw.end();
    } catch (error) {
      if (!disconnected.signal.aborted) throw error;
      calls.answered(id, clientLeft);
    }
  }

  app.get('/models', () => ({ object: 'list', data: [{ id: languageModel, object: 'model' }] }));

  app.post('/chat/completions', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const { isStream, maxTokens, wantsUsage, wantsProgress, system, text } = parseChatRequest(request.body);
    const id = calls.add({ model: languageModel, isStream, system, text, answer: '' });
    const scripted = behaviour.responseFor(text);
    if (scripted.status !== undefined) {
      calls.answered(id, scripted.status);
      throw scriptedError(scripted);
    }
    const wholeAnswer = scripted.say ?? extractiveSummary(text, behaviour.read().citations);
    const answer = maxTokens == null ? wholeAnswer : firstTokens(wholeAnswer, maxTokens);
    const isCut = answer.length < wholeAnswer.length;
    const promptTokens = countTokens(system) + countTokens(text);
    const stream = { id, answer, isCut, scripted, promptTokens, wantsUsage, wantsProgress };
    if (isStream) return streamAnswer(reply, stream);
    calls.answered(id, 200, { answer });
    const completion_tokens = countTokens(answer);
    return {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion',
      created: createdAt,
      model: languageModel,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: answer, refusal: null },
          logprobs: null,
          finish_reason: isCut ? 'length' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens,
        total_tokens: promptTokens + completion_tokens,
      },
    };
  });
}

type KnownCall = Readonly<{
  model: string;
  isStream: boolean;
  system: string;
  text: string;
  answer: string;
  /** The options that the caller of Ollama sent beside the messages. */
  asked?: Readonly<Record<string, unknown>>;
}>;
export type Call = LoggedCall<KnownCall>;
