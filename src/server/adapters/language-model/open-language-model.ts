import { APICallError, type LanguageModel as SdkModel, streamText } from 'ai';
import { z } from 'zod';
import { isOutOfCredit, retryAfterMs } from '#server/adapters/ai-sdk.ts';
import { tryServer } from '#server/adapters/services/try-server.ts';
import { createSemaphore } from '#server/concurrency/semaphore.ts';
import type { LanguageConfig } from '#server/config/language-model.ts';
import { tokenCounter, vocabularyOf } from './count-tokens.ts';
import {
  type Answer,
  type LanguageModel,
  LanguageModelError,
  type LanguageModelErrorKind,
  type Question,
  sandboxModel,
} from './language-model.ts';
import { openOllama } from './ollama.ts';
import { patientFetch } from './patient-fetch.ts';
import { openSilenceTimeout } from './silence-timeout.ts';
import { trialOf } from './trial.ts';

const kinds: Readonly<Record<number, LanguageModelErrorKind>> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  408: 'temporary',
  409: 'temporary',
  413: 'too_long',
  425: 'temporary',
  429: 'busy',
};

/** Each vendor words it differently, and all use status 400. */
const tooLong =
  /context[_ ]length|context window|maximum context|too many tokens|prompt is too long|exceeds? the (?:maximum|limit|available context)/i;

function kindOf({ statusCode: status, responseBody = '' }: APICallError): LanguageModelErrorKind {
  if (status === undefined || status >= 500) return 'temporary';
  if (status === 429 && isOutOfCredit(responseBody)) return 'unauthorized';
  if (status === 400 && tooLong.test(responseBody)) return 'too_long';
  // A successful status with an unreadable body: a retry may help.
  if (status < 400) return 'temporary';
  return kinds[status] ?? 'refused';
}

function toLanguageModelError(error: unknown, signal: AbortSignal): LanguageModelError {
  if (signal.aborted)
    return new LanguageModelError('aborted', 'the model call was aborted', { cause: error });
  if (error instanceof LanguageModelError) return error;
  if (APICallError.isInstance(error))
    return new LanguageModelError(kindOf(error), `the model answered ${error.statusCode ?? 'nothing'}`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.responseHeaders),
    });
  return new LanguageModelError('temporary', 'the connection to the model broke', { cause: error });
}

/** Loads only the SDK in use. */
async function openModel(config: LanguageConfig): Promise<SdkModel> {
  const { protocol, model, apiKey, baseUrl, limitName, isOwnServer } = config;
  const access = { apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
  if (protocol === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(access)(model);
  if (protocol === 'google') return (await import('@ai-sdk/google')).createGoogleGenerativeAI(access)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'language',
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    includeUsage: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) => ({
      ...body,
      [limitName]: limit,
      // Other servers ignore this field of llama.cpp, but vendors refuse unknown fields.
      ...(isOwnServer ? { return_progress: true } : {}),
    }),
    ...(isOwnServer ? { fetch: patientFetch } : {}),
  });
  return provider(model);
}

/** No tokenizer packs more bytes into a token. A lower count is the only sign that the server truncated the prompt. */
const maxBytesPerToken = 9;
const surelyLongBytes = 8_000;

function isTruncatedPrompt(inputTokens: number, sent: string): boolean {
  const bytes = Buffer.byteLength(sent);
  return inputTokens > 0 && bytes > surelyLongBytes && inputTokens * maxBytesPerToken < bytes;
}

const ProgressSchema = z.object({ prompt_progress: z.object({ total: z.number(), processed: z.number() }) });

/** llama.cpp reports how much of the prompt it has read. */
function reportProgress(chunk: unknown, onRead: Question['onRead']) {
  const { success, data } = ProgressSchema.safeParse(chunk);
  if (!success || data.prompt_progress.total <= 0) return;
  onRead?.(Math.min(1, data.prompt_progress.processed / data.prompt_progress.total));
}

const pingModels = async (
  { baseUrl, apiKey }: Pick<LanguageConfig, 'baseUrl' | 'apiKey'>,
  signal: AbortSignal,
) =>
  (
    await patientFetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` }, signal })
  ).arrayBuffer();

async function* askOnce(
  model: SdkModel,
  { system, text, maxOutputTokens, signal, onRead }: Question,
  { silenceMs, thinkingTokens, isOwnServer, baseUrl, apiKey }: LanguageConfig,
): AsyncGenerator<string, Answer> {
  using silence = openSilenceTimeout({
    silenceMs,
    ping: isOwnServer ? (pinged) => pingModels({ baseUrl, apiKey }, pinged) : undefined,
  });
  const result = streamText({
    model,
    system,
    prompt: text,
    maxOutputTokens: maxOutputTokens + thinkingTokens,
    abortSignal: AbortSignal.any([signal, silence.signal]),
    // The feature retries, and respects retry-after.
    maxRetries: 0,
    // Errors arrive through the stream, and the SDK would print them too.
    onError: () => {},
    // The only form in which the progress of llama.cpp arrives.
    includeRawChunks: isOwnServer,
  });
  let finish: Answer | undefined;
  let hasText = false;
  for await (const part of result.fullStream) {
    // A server of the operator begins its stream before it has read the prompt.
    if (!isOwnServer || part.type === 'text-delta' || part.type === 'reasoning-delta') silence.heard();
    if (part.type === 'raw') reportProgress(part.rawValue, onRead);
    if (part.type === 'text-delta') {
      hasText ||= part.text.trim() !== '';
      yield part.text;
    }
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new LanguageModelError('temporary', 'the model went silent');
    if (part.type !== 'finish') continue;
    const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
    if (part.finishReason === 'content-filter')
      throw new LanguageModelError('refused', 'the model refused the text');
    // A stream without a finish reason was cut off, even if its last sentence looks complete.
    if (part.finishReason === 'error' || part.rawFinishReason === undefined) break;
    finish = { usage: { inputTokens, outputTokens }, isCut: part.finishReason === 'length' };
  }
  if (finish !== undefined && isTruncatedPrompt(finish.usage.inputTokens, system + text))
    throw new LanguageModelError('too_long', 'the model truncated the prompt');
  if (finish === undefined) throw new LanguageModelError('temporary', "the model's answer was cut off");
  if (!hasText) throw new LanguageModelError('temporary', 'the model returned no text');
  return finish;
}

function openVendor(
  config: LanguageConfig,
  model: SdkModel,
): Pick<LanguageModel, 'readContextTokens' | 'ask'> {
  return {
    readContextTokens: async () => config.contextTokens - config.thinkingTokens,
    ask: (question) => askOnce(model, question, config),
  };
}

/** Opens the configured model of this process. Undefined if none is configured. */
export async function openLanguageModel(
  config: LanguageConfig | undefined,
): Promise<LanguageModel | undefined> {
  if (config === undefined) return undefined;
  const { name, parallel, price, protocol } = config;
  const countTokens = tokenCounter(vocabularyOf(config.model));
  const server =
    protocol === 'ollama'
      ? openOllama({ ...config, countTokens })
      : openVendor(config, await openModel(config));
  return {
    name,
    isSandbox: config.model === sandboxModel,
    readContextTokens: server.readContextTokens,
    countTokens,
    withModelSlot: createSemaphore(parallel),
    price,
    tryServer: () => tryServer(trialOf(config)),
    async *ask(question) {
      try {
        return yield* server.ask(question);
      } catch (error) {
        throw toLanguageModelError(error, question.signal);
      }
    },
  };
}
