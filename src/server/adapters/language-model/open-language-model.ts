import { type LanguageModel as SdkModel, streamText } from 'ai';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import type { LanguageConfig } from '../../config/language-model.ts';
import { faultOf } from './fault-of.ts';
import {
  type Answer,
  LanguageFault,
  type LanguageModel,
  type Question,
  sandboxModel,
} from './language-model.ts';

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

function isCutPrompt(inputTokens: number, sent: string): boolean {
  const bytes = Buffer.byteLength(sent);
  return inputTokens > 0 && bytes > surelyLongBytes && inputTokens * maxBytesPerToken < bytes;
}

/** Ends a line on which nothing comes any more. Words that come, thoughts too, keep it open. */
function openSilenceWatch(silenceMs: number) {
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
  using silence = openSilenceWatch(silenceMs);
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
    if (part.type === 'abort') throw new LanguageFault('temporary', 'the model fell silent');
    if (part.type !== 'finish') continue;
    const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
    if (part.finishReason === 'content-filter')
      throw new LanguageFault('refused', 'the model refused the text');
    // A line that ends without a word on why was cut, however whole its last sentence looks.
    if (part.finishReason === 'error' || part.rawFinishReason === undefined) break;
    finish = { usage: { inputTokens, outputTokens }, isCut: part.finishReason === 'length' };
  }
  if (finish !== undefined && isCutPrompt(finish.usage.inputTokens, system + text))
    throw new LanguageFault('too_long', 'the model read less than it was sent');
  if (finish === undefined) throw new LanguageFault('temporary', 'the answer was cut off');
  if (!hasText) throw new LanguageFault('temporary', 'the model wrote nothing');
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
          ? new LanguageFault('aborted', 'called off', { cause: error })
          : faultOf(error, question.signal);
      }
    },
  };
}
