import { APICallError, type LanguageModel as SdkModel, streamText } from 'ai';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { LanguageConfig } from '../../config/language-model.ts';
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

/** Each vendor says it in its own words, all with the status of any bad request. */
const tooLong =
  /context[_ ]length|context window|maximum context|too many tokens|prompt is too long|exceeds? the (?:maximum|limit|available context)/i;

/** Said with the status of a busy server, and no wait helps. */
const noMoney =
  /insufficient_quota|billing_hard_limit|exceeded your current quota, please check your plan and billing/i;

/** Seconds or a date, as HTTP allows both; some servers say milliseconds in a header of their own. */
function retryAfterMs(headers: Record<string, string> = {}): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (Number.isFinite(exact) && exact > 0) return exact;
  const said = headers['retry-after'];
  if (said === undefined) return undefined;
  const seconds = Number(said);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function kindOf({ statusCode: status, responseBody = '' }: APICallError): LanguageModelErrorKind {
  if (status === undefined || status >= 500) return 'temporary';
  if (status === 429 && noMoney.test(responseBody)) return 'unauthorized';
  if (status === 400 && tooLong.test(responseBody)) return 'too_long';
  // An answer that begins well and is no answer: another try may bring one.
  if (status < 400) return 'temporary';
  return kinds[status] ?? 'refused';
}

export function toLanguageModelError(error: unknown, signal: AbortSignal): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  if (signal.aborted) return new LanguageModelError('aborted', 'called off', { cause: error });
  if (APICallError.isInstance(error))
    return new LanguageModelError(kindOf(error), `the model answered ${error.statusCode ?? 'nothing'}`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.responseHeaders),
    });
  return new LanguageModelError('temporary', 'the line to the model broke', { cause: error });
}

/** The SDK would print its remarks to the console; what matters of them comes back as a fault. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Each SDK is loaded only where it is the one. */
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

/** No tokenizer makes so few of so much text; servers that cut it say nothing but this. */
const maxBytesPerToken = 9;
const surelyLongBytes = 8_000;

function isTruncatedPrompt(inputTokens: number, sent: string): boolean {
  const bytes = Buffer.byteLength(sent);
  return inputTokens > 0 && bytes > surelyLongBytes && inputTokens * maxBytesPerToken < bytes;
}

/** Ends a line on which nothing comes any more. Words that come, thoughts too, keep it open. */
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
  const said = streamText({
    model,
    system,
    prompt: text,
    maxOutputTokens: maxOutputTokens + thinkingTokens,
    abortSignal: AbortSignal.any([signal, silence.signal]),
    // The feature repeats, by the server's own word on when.
    maxRetries: 0,
    // Faults come through the stream; the SDK would print them too.
    onError: () => {},
  });
  let finish: Answer | undefined;
  let hasText = false;
  for await (const part of said.fullStream) {
    silence.heard();
    if (part.type === 'text-delta') {
      hasText ||= part.text.trim() !== '';
      yield part.text;
    }
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new LanguageModelError('temporary', 'the model fell silent');
    if (part.type !== 'finish') continue;
    const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
    if (part.finishReason === 'content-filter')
      throw new LanguageModelError('refused', 'the model refused the text');
    // A line that ends without a word on why was cut, however whole its last sentence looks.
    if (part.finishReason === 'error' || part.rawFinishReason === undefined) break;
    finish = { usage: { inputTokens, outputTokens }, isCut: part.finishReason === 'length' };
  }
  if (finish !== undefined && isTruncatedPrompt(finish.usage.inputTokens, system + text))
    throw new LanguageModelError('too_long', 'the model read less than it was sent');
  if (finish === undefined) throw new LanguageModelError('temporary', 'the answer was cut off');
  if (!hasText) throw new LanguageModelError('temporary', 'the model wrote nothing');
  return finish;
}

/** The one model of this process, as configuration chose it; undefined where there is none. */
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
    inLine: createSemaphore(parallel),
    price,
    async *ask(question) {
      try {
        return yield* askOnce(model, question, config);
      } catch (error) {
        throw question.signal.aborted
          ? new LanguageModelError('aborted', 'called off', { cause: error })
          : toLanguageModelError(error, question.signal);
      }
    },
  };
}
