import { z } from 'zod';
import { splitProviderModel } from './speech.ts';

type Protocol = 'openai' | 'anthropic' | 'google';
type Key =
  | 'OPENAI_API_KEY'
  | 'OPENROUTER_API_KEY'
  | 'GROQ_API_KEY'
  | 'ANTHROPIC_API_KEY'
  | 'GOOGLE_GENERATIVE_AI_API_KEY';
type Provider = { protocol: Protocol; key?: Key; baseUrl?: string };

/** Where each is, how it is spoken to, and the variable that holds its key. */
const providers = {
  openai: { protocol: 'openai', key: 'OPENAI_API_KEY' },
  openrouter: { protocol: 'openai', key: 'OPENROUTER_API_KEY', baseUrl: 'https://openrouter.ai/api/v1' },
  groq: { protocol: 'openai', key: 'GROQ_API_KEY', baseUrl: 'https://api.groq.com/openai/v1' },
  ollama: { protocol: 'openai', baseUrl: 'http://127.0.0.1:11434/v1' },
  compatible: { protocol: 'openai' },
  anthropic: { protocol: 'anthropic', key: 'ANTHROPIC_API_KEY' },
  google: { protocol: 'google', key: 'GOOGLE_GENERATIVE_AI_API_KEY' },
} as const satisfies Record<string, Provider>;
type ProviderName = keyof typeof providers;

export type LanguageConfig = Readonly<{
  /** As it was named, for logs and screens. */
  name: string;
  protocol: Protocol;
  model: string;
  apiKey: string;
  baseUrl: string | undefined;
  contextTokens: number;
  /** What it may think before it writes, where its vendor counts that as written. */
  thinkingTokens: number;
  /** OpenAI's newer families refuse max_tokens under its old name. */
  limitName: 'max_tokens' | 'max_completion_tokens';
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

/** US dollars for a million tokens read and a million written: 0.40/1.60 */
export const summaryPrice = z.string().regex(/^\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/, {
  error: 'must be two prices with a slash between, such as 0.40/1.60',
});

/** What a call holds where nobody says: small enough for any server, larger for families that are known. */
const defaultContextTokens = 8_192;
const knownContextTokens: readonly [RegExp, number][] = [
  [/gpt-4\.1/, 1_000_000],
  [/gpt-4o|gpt-5|o[134](?:-|$)/, 128_000],
  [/claude/, 200_000],
  [/gemini/, 1_000_000],
  [/llama-3\.[13]|llama-4/, 128_000],
];

/** Families that think before they write; an answer of theirs would end before its first word. */
const thinking =
  /(?:^|\/)(?:gpt-(?:[5-9]|oss)|o[1-9](?:-|$)|gemini-(?:2\.5|[3-9]))|thinking|deepseek-r1|qwen3|qwq/;
const chatOnly = /-chat/;
const newLimitName = /^(?:gpt-[5-9]|o[1-9](?:-|$))/;
const maxThinkingTokens = 16_384;

/** A server of one's own cuts a text that is too long without a word, and most are set to little. */
const localProviders: readonly string[] = ['ollama', 'compatible'];

export type LanguageEnvironment = Partial<Record<Key, string | undefined>> & {
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

function sizesOf(environment: LanguageEnvironment, provider: string, model: string) {
  const [input, output] = environment.SUMMARY_PRICE?.split('/').map(Number) ?? [];
  const contextTokens = environment.SUMMARY_CONTEXT_TOKENS ?? contextTokensOf(provider, model);
  const thinks = thinking.test(model) && !chatOnly.test(model);
  const isNewAtOpenAi = provider === 'openai' && newLimitName.test(model);
  return {
    contextTokens,
    thinkingTokens: thinks ? Math.min(maxThinkingTokens, Math.floor(contextTokens / 4)) : 0,
    limitName: isNewAtOpenAi ? ('max_completion_tokens' as const) : ('max_tokens' as const),
    parallel: environment.SUMMARY_PARALLEL ?? 4,
    price: input === undefined || output === undefined ? undefined : { input, output },
    silenceMs: (environment.SUMMARY_SILENCE_SECONDS ?? 120) * 1_000,
  };
}

/** Undefined: there is no model, and the screens say so. */
export function readLanguageConfig(
  environment: LanguageEnvironment,
  sandboxUrl: string | undefined,
): LanguageConfig | undefined {
  const named = environment.SUMMARY_MODEL;
  if (named === undefined || named === 'sandbox') {
    if (sandboxUrl === undefined) return undefined;
    return {
      name: 'sandbox',
      protocol: 'openai',
      model: 'sandbox-language',
      apiKey: 'sandbox',
      baseUrl: `${sandboxUrl}/language/v1`,
      ...sizesOf(environment, 'sandbox', ''),
    };
  }
  const [name, model] = splitProviderModel(named);
  const provider: Provider = providers[name as ProviderName];
  const defaultUrl = name === 'openai' ? environment.OPENAI_BASE_URL : provider.baseUrl;
  return {
    name: named,
    protocol: provider.protocol,
    model,
    apiKey: environment.SUMMARY_API_KEY ?? (provider.key && environment[provider.key]) ?? 'none',
    baseUrl: environment.SUMMARY_BASE_URL ?? defaultUrl,
    ...sizesOf(environment, name, model),
  };
}

/** Without a key or an address every summary would be refused, and the first to find out would be a user. */
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
