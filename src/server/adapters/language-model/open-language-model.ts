import { APICallError, type LanguageModel as SdkModel, streamText } from 'ai';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { LanguageConfig } from '../../config/language-model.ts';
import { retryAfterMs } from '../ai-sdk.ts';
import {
  type Answer,
  type LanguageModel,
  LanguageModelError,
  type LanguageModelErrorKind,
  type Question,
  sandboxModel,
} from './language-model.ts';

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

/** Sent with status 429, but waiting does not help. */
const noMoney =
  /insufficient_quota|billing_hard_limit|exceeded your current quota, please check your plan and billing/i;

function kindOf({ statusCode: status, responseBody = '' }: APICallError): LanguageModelErrorKind {
  if (status === undefined || status >= 500) return 'temporary';
  if (status === 429 && noMoney.test(responseBody)) return 'unauthorized';
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
async function openModel({ protocol, model, apiKey, baseUrl, limitName }: LanguageConfig): Promise<SdkModel> {
  const place = { apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
  if (protocol === 'anthropic') return (await import('@ai-sdk/anthropic')).createAnthropic(place)(model);
  if (protocol === 'google') return (await import('@ai-sdk/google')).createGoogleGenerativeAI(place)(model);
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'language',
    apiKey,
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    includeUsage: true,
    transformRequestBody: ({ max_tokens: limit, ...body }) => ({ ...body, [limitName]: limit }),
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

/** Aborts a stream that stays silent too long. Any event, including reasoning, restarts the timer. */
function openIdleTimeout(silenceMs: number) {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), silenceMs);
  return {
    signal: silent.signal,
    heard: () => timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

async function* askOnce(
  model: SdkModel,
  { system, text, maxOutputTokens, signal }: Question,
  { silenceMs, thinkingTokens }: Pick<LanguageConfig, 'silenceMs' | 'thinkingTokens'>,
): AsyncGenerator<string, Answer> {
  using silence = openIdleTimeout(silenceMs);
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
  });
  let finish: Answer | undefined;
  let hasText = false;
  for await (const part of result.fullStream) {
    silence.heard();
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

/** Opens the configured model of this process. Undefined if none is configured. */
export async function openLanguageModel(
  config: LanguageConfig | undefined,
): Promise<LanguageModel | undefined> {
  if (config === undefined) return undefined;
  const model = await openModel(config);
  const { name, contextTokens, thinkingTokens, parallel, price } = config;
  return {
    name,
    isSandbox: config.model === sandboxModel,
    contextTokens: contextTokens - thinkingTokens,
    withModelSlot: createSemaphore(parallel),
    price,
    async *ask(question) {
      try {
        return yield* askOnce(model, question, config);
      } catch (error) {
        throw toLanguageModelError(error, question.signal);
      }
    },
  };
}
