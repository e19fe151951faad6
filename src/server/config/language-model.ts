import { z } from 'zod';
import { isOwnHost } from './own-host.ts';
import { splitProviderModel } from './speech.ts';

type Protocol = 'openai' | 'anthropic' | 'google' | 'ollama';
type Key =
  | 'OPENAI_API_KEY'
  | 'OPENROUTER_API_KEY'
  | 'GROQ_API_KEY'
  | 'ANTHROPIC_API_KEY'
  | 'GOOGLE_GENERATIVE_AI_API_KEY';
type Provider = { protocol: Protocol; key?: Key; baseUrl?: string };

/** Address, protocol and key variable of each provider. */
const providers = {
  openai: { protocol: 'openai', key: 'OPENAI_API_KEY' },
  openrouter: { protocol: 'openai', key: 'OPENROUTER_API_KEY', baseUrl: 'https://openrouter.ai/api/v1' },
  groq: { protocol: 'openai', key: 'GROQ_API_KEY', baseUrl: 'https://api.groq.com/openai/v1' },
  ollama: { protocol: 'ollama', baseUrl: 'http://127.0.0.1:11434' },
  compatible: { protocol: 'openai' },
  anthropic: { protocol: 'anthropic', key: 'ANTHROPIC_API_KEY' },
  google: { protocol: 'google', key: 'GOOGLE_GENERATIVE_AI_API_KEY' },
} as const satisfies Record<string, Provider>;
type ProviderName = keyof typeof providers;

export type LanguageConfig = Readonly<{
  /** The configured name, for logs and screens. */
  name: string;
  protocol: Protocol;
  model: string;
  apiKey: string;
  baseUrl: string | undefined;
  /** The operator checks these if the model refuses the key or does not answer. */
  keyVariable: string;
  urlVariable: string | undefined;
  contextTokens: number;
  /** Budget for thinking tokens, for vendors that count them as output. */
  thinkingTokens: number;
  /** OpenAI's newer families refuse max_tokens under its old name. */
  limitName: 'max_tokens' | 'max_completion_tokens';
  /** A server on the operator's own machines. It may read a prompt for minutes before its first word. */
  isOwnServer: boolean;
  parallel: number;
  price: Readonly<{ input: number; output: number }> | undefined;
  silenceMs: number;
}>;

/** provider:model, or sandbox. */
export const summaryModel = z
  .string()
  .regex(new RegExp(`^(?:${Object.keys(providers).join('|')}):\\S+$|^sandbox$`), {
    error: `must be ${Object.keys(providers)
      .map((name) => `${name}:MODEL`)
      .join(', ')} or sandbox`,
  });

/** US dollars per million input tokens and per million output tokens: 0.40/1.60 */
export const summaryPrice = z.string().regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, {
  error: 'must be two prices with a slash between, such as 0.40/1.60',
});

/** Used unless SUMMARY_CONTEXT_TOKENS is set: small enough for any server, larger for known model families. */
const defaultContextTokens = 8_192;
const knownContextTokens: readonly [RegExp, number][] = [
  [/gpt-4\.1/, 1_000_000],
  [/gpt-4o|gpt-5|o[134](?:-|$)/, 128_000],
  [/claude/, 200_000],
  [/gemini/, 1_000_000],
  [/llama-3\.[13]|llama-4/, 128_000],
];

/** Models that think first. Without a thinking budget their answer would hit the limit before its first word. */
const thinking =
  /(?:^|\/)(?:gpt-(?:[5-9]|oss)|o[1-9](?:-|$)|gemini-(?:2\.5|[3-9]))|thinking|deepseek-r1|qwen3|qwq/;
const chatOnly = /-chat/;
/** Ollama turns thinking off for all models except this family. */
const thinkingAtOllama = /gpt-oss/;
const newLimitName = /^(?:gpt-[5-9]|o[1-9](?:-|$))/;
const maxThinkingTokens = 16_384;

/** Self-hosted servers truncate a long prompt silently, and most are configured with a small context. */
const localProviders: readonly string[] = ['ollama', 'compatible'];

type LanguageEnvironment = Partial<Record<Key, string | undefined>> & {
  SUMMARY_MODEL?: string | undefined;
  SUMMARY_BASE_URL?: string | undefined;
  SUMMARY_API_KEY?: string | undefined;
  SUMMARY_CONTEXT_TOKENS?: number | undefined;
  SUMMARY_PARALLEL?: number | undefined;
  SUMMARY_PRICE?: string | undefined;
  SUMMARY_SILENCE_SECONDS?: number | undefined;
  OPENAI_BASE_URL?: string | undefined;
};

function contextTokensOf(provider: string, model: string): number {
  if (localProviders.includes(provider)) return defaultContextTokens;
  return knownContextTokens.find(([family]) => family.test(model))?.[1] ?? defaultContextTokens;
}

function isOwnServer(provider: string, baseUrl: string | undefined): boolean {
  return localProviders.includes(provider) && baseUrl !== undefined && isOwnHost(new URL(baseUrl).hostname);
}

type Named = { provider: string; model: string; baseUrl: string | undefined };

function sizesOf(environment: LanguageEnvironment, { provider, model, baseUrl }: Named) {
  const [input, output] = environment.SUMMARY_PRICE?.split('/').map(Number) ?? [];
  const contextTokens = environment.SUMMARY_CONTEXT_TOKENS ?? contextTokensOf(provider, model);
  const thinks =
    provider === 'ollama' ? thinkingAtOllama.test(model) : thinking.test(model) && !chatOnly.test(model);
  const isOwn = isOwnServer(provider, baseUrl);
  const isNewAtOpenAi = provider === 'openai' && newLimitName.test(model);
  return {
    contextTokens,
    thinkingTokens: thinks ? Math.min(maxThinkingTokens, Math.floor(contextTokens / 4)) : 0,
    limitName: isNewAtOpenAi ? ('max_completion_tokens' as const) : ('max_tokens' as const),
    isOwnServer: isOwn,
    // Parts share the cores of one machine: two at once take as long as one after the other, and each twice as long.
    parallel: environment.SUMMARY_PARALLEL ?? (isOwn ? 1 : 4),
    price: input === undefined || output === undefined ? undefined : { input, output },
    silenceMs: (environment.SUMMARY_SILENCE_SECONDS ?? 120) * 1_000,
  };
}

type Provided = { name: string; key: Key | undefined; baseUrl: string | undefined };

function variablesOf(environment: LanguageEnvironment, { name, key, baseUrl }: Provided) {
  const ownKey = environment.SUMMARY_API_KEY !== undefined || key === undefined;
  const isShared = name === 'openai' && environment.SUMMARY_BASE_URL === undefined;
  const isVendor = key !== undefined && environment.SUMMARY_BASE_URL === undefined && !isShared;
  return {
    keyVariable: ownKey ? 'SUMMARY_API_KEY' : key,
    urlVariable:
      baseUrl === undefined || isVendor ? undefined : isShared ? 'OPENAI_BASE_URL' : 'SUMMARY_BASE_URL',
  };
}

/** Undefined: no model is configured, and the screens say so. */
export function readLanguageConfig(
  environment: LanguageEnvironment,
  sandboxUrl: string | undefined,
): LanguageConfig | undefined {
  const named = environment.SUMMARY_MODEL;
  if (named === undefined || named === 'sandbox') {
    if (sandboxUrl === undefined) return undefined;
    const baseUrl = `${sandboxUrl}/language/v1`;
    return {
      name: 'sandbox',
      protocol: 'openai',
      model: 'sandbox-language',
      apiKey: 'sandbox',
      baseUrl,
      keyVariable: 'SUMMARY_API_KEY',
      urlVariable: 'SUMMARY_BASE_URL',
      ...sizesOf(environment, { provider: 'sandbox', model: '', baseUrl }),
    };
  }
  const [name, model] = splitProviderModel(named);
  const provider: Provider = providers[name as ProviderName];
  const defaultUrl = name === 'openai' ? environment.OPENAI_BASE_URL : provider.baseUrl;
  const givenUrl = environment.SUMMARY_BASE_URL ?? defaultUrl;
  // Earlier versions called the OpenAI routes of Ollama, so installations have that path in their address.
  const baseUrl = name === 'ollama' ? givenUrl?.replace(/\/(?:v1\/?)?$/, '') : givenUrl;
  return {
    name: named,
    protocol: provider.protocol,
    model,
    apiKey: environment.SUMMARY_API_KEY ?? (provider.key && environment[provider.key]) ?? 'none',
    baseUrl,
    ...variablesOf(environment, { name, key: provider.key, baseUrl }),
    ...sizesOf(environment, { provider: name, model, baseUrl }),
  };
}

/** Without a key or an address every summary would fail, and a user would be the first to notice. */
export function languageConfigErrors(environment: LanguageEnvironment): string[] {
  const named = environment.SUMMARY_MODEL;
  if (named === undefined || named === 'sandbox' || !summaryModel.safeParse(named).success) return [];
  const [name] = splitProviderModel(named);
  const { key }: Provider = providers[name as ProviderName];
  const { SUMMARY_BASE_URL, SUMMARY_API_KEY, OPENAI_BASE_URL } = environment;
  if (name === 'compatible' && SUMMARY_BASE_URL === undefined)
    return ['SUMMARY_BASE_URL: is required with SUMMARY_MODEL=compatible:…'];
  const ownServer = SUMMARY_BASE_URL ?? (name === 'openai' ? OPENAI_BASE_URL : undefined);
  if (key === undefined || ownServer !== undefined || SUMMARY_API_KEY !== undefined) return [];
  return environment[key] === undefined ? [`${key}: is required with SUMMARY_MODEL=${name}:…`] : [];
}
