import { z } from 'zod';
import type { LanguageConfig } from '#server/config/language-model.ts';
import { type Answer, type LanguageModel, LanguageModelError, type Question } from './language-model.ts';
import { patientFetch } from './patient-fetch.ts';
import { openSilenceTimeout } from './silence-timeout.ts';

const ErrorSchema = z.object({ error: z.string() });
const ShowSchema = z.object({ model_info: z.record(z.string(), z.unknown()).default({}) });
const LoadedSchema = z.object({
  models: z.array(z.object({ model: z.string(), context_length: z.int().optional() })),
});
const ChunkSchema = z.object({
  message: z.object({ content: z.string().default(''), thinking: z.string().default('') }).optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.int().default(0),
  eval_count: z.int().default(0),
  error: z.string().optional(),
});
type Chunk = z.infer<typeof ChunkSchema>;

/** Loading a model takes a minute on a slow disk, and the next part or question follows soon. */
const keepAlive = '10m';

/** A shorter prompt fits into every window, and old servers report too few tokens of a prompt that they cached. */
const surelyFitsTokens = 1_000;
/**
 * A server that cuts a prompt keeps its window or half of it. Our count of Latin text is at most 1.9 times the real
 * one; that of other scripts can be five times too high, so it proves nothing.
 */
const minCountedShare = 0.45;
const notLatin = /[^\p{Script=Latin}\s]/gu;

async function toError(answer: Response, model: string): Promise<LanguageModelError> {
  const text = await answer.text();
  const cause = ErrorSchema.safeParse(parseJson(text)).data?.error ?? text.slice(0, 1_000);
  const { status } = answer;
  if (status === 404)
    return new LanguageModelError('refused', `Ollama lacks the model; run: ollama pull ${model}`, { cause });
  if (status === 400 && /context|too long/i.test(cause))
    return new LanguageModelError('too_long', 'the prompt exceeds the window of the model', { cause });
  if (status === 401 || status === 403)
    return new LanguageModelError('unauthorized', `Ollama answered ${status}`, { cause });
  const kind = status === 503 || status === 429 ? 'busy' : status >= 500 ? 'temporary' : 'refused';
  return new LanguageModelError(kind, `Ollama answered ${status}`, { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* readChunks(answer: Response): AsyncGenerator<Chunk> {
  let rest = '';
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield ChunkSchema.parse(JSON.parse(line));
  }
}

type Place = Pick<LanguageConfig, 'model' | 'apiKey' | 'baseUrl'>;

function openServer({ model, apiKey, baseUrl }: Place) {
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === 'none' ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return {
    get: (path: string, signal: AbortSignal) => patientFetch(`${baseUrl}${path}`, { headers, signal }),
    async post(path: string, body: object, signal: AbortSignal): Promise<Response> {
      const answer = await patientFetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, ...body }),
        signal,
      });
      if (answer.status !== 200) throw await toError(answer, model);
      return answer;
    },
  };
}

type OllamaConfig = Place &
  Pick<LanguageConfig, 'contextTokens' | 'thinkingTokens' | 'silenceMs'> &
  Pick<LanguageModel, 'countTokens'>;

/**
 * Ollama's own API. Its OpenAI routes ignore the window that we ask for, and cut longer prompts without a word
 * (decision 036).
 */
export function openOllama(config: OllamaConfig): Pick<LanguageModel, 'readContextTokens' | 'ask'> {
  const { model, contextTokens, thinkingTokens, silenceMs, countTokens } = config;
  const server = openServer(config);
  /** The configured window, or the model's own if that is smaller. Each call asks for it. */
  let windowTokens = contextTokens;
  /** The window of a server that cut a prompt, for the next plan only: another program may have loaded the model. */
  let cutToTokens: number | undefined;
  let isModelRead = false;

  async function readModel(signal: AbortSignal) {
    const answer = await server.post('/api/show', {}, signal);
    const { model_info: info } = ShowSchema.parse(await answer.json());
    const own = info[`${info['general.architecture']}.context_length`];
    if (typeof own === 'number') windowTokens = Math.min(windowTokens, own);
    isModelRead = true;
  }

  /** The window of the loaded model. A server with little memory may have loaded it with a smaller one. */
  async function readLoaded(signal: AbortSignal): Promise<number> {
    const answer = await server.get('/api/ps', signal);
    const { models } = LoadedSchema.parse(await answer.json());
    const loaded = models.find((each) => each.model === model || each.model === `${model}:latest`);
    return Math.min(windowTokens, loaded?.context_length ?? windowTokens);
  }

  function refuseCutPrompt({ system, text }: Question, chunk: Chunk, loadedTokens: number) {
    const { prompt_eval_count, eval_count } = chunk;
    const isNearEnd = prompt_eval_count + eval_count >= loadedTokens;
    const sentTokens = countTokens((system + text).replace(notLatin, ''));
    const isFewerThanSent =
      prompt_eval_count >= surelyFitsTokens && prompt_eval_count < sentTokens * minCountedShare;
    if (!isNearEnd && !isFewerThanSent) return;
    cutToTokens = loadedTokens;
    throw new LanguageModelError('too_long', 'Ollama cut the prompt to its window');
  }

  async function* ask(question: Question): AsyncGenerator<string, Answer> {
    const { system, text, maxOutputTokens, signal } = question;
    using silence = openSilenceTimeout({
      silenceMs,
      ping: async (pinged) => (await server.get('/api/ps', pinged)).arrayBuffer(),
    });
    const aborted = AbortSignal.any([signal, silence.signal]);
    try {
      const answer = await server.post(
        '/api/chat',
        {
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: text },
          ],
          stream: true,
          think: false,
          keep_alive: keepAlive,
          // Newer servers then refuse what does not fit. Older ones cut it, which refuseCutPrompt notices.
          truncate: false,
          shift: false,
          options: { num_ctx: windowTokens, num_predict: maxOutputTokens + thinkingTokens },
        },
        aborted,
      );
      let hasText = false;
      for await (const chunk of readChunks(answer)) {
        const { content = '', thinking = '' } = chunk.message ?? {};
        if (chunk.error !== undefined)
          throw new LanguageModelError('temporary', 'Ollama failed while it answered', {
            cause: chunk.error,
          });
        if (content !== '' || thinking !== '') silence.heard();
        hasText ||= content.trim() !== '';
        if (content !== '') yield content;
        if (!chunk.done) continue;
        const loadedTokens = await readLoaded(aborted).catch(() => windowTokens);
        refuseCutPrompt(question, chunk, loadedTokens);
        if (!hasText) throw new LanguageModelError('temporary', 'the model returned no text');
        return {
          usage: { inputTokens: chunk.prompt_eval_count, outputTokens: chunk.eval_count },
          isCut: chunk.done_reason === 'length',
        };
      }
    } catch (error) {
      if (!silence.signal.aborted || signal.aborted) throw error;
      throw new LanguageModelError('temporary', 'Ollama went silent', { cause: error });
    }
    throw new LanguageModelError('temporary', "the model's answer was cut off");
  }

  return {
    async readContextTokens(signal) {
      if (!isModelRead)
        await readModel(signal).catch((error: unknown) => {
          // The call itself reports a server that does not answer, and is repeated.
          if (error instanceof LanguageModelError && error.kind === 'refused') throw error;
        });
      const planned = Math.min(windowTokens, cutToTokens ?? windowTokens);
      cutToTokens = undefined;
      return planned - thinkingTokens;
    },
    ask,
  };
}
