import { SafeMessageError } from '../../errors/safe-message-error.ts';

/** What writes summaries: a model on this machine or elsewhere, each through the same few words. */

export type Usage = Readonly<{ inputTokens: number; outputTokens: number }>;

export type Question = Readonly<{
  system: string;
  text: string;
  maxOutputTokens: number;
  signal: AbortSignal;
}>;

export type Answer = Readonly<{
  usage: Usage;
  /** The model stopped because it was not allowed to write more. */
  isCut: boolean;
}>;

export type LanguageModel = Readonly<{
  /** As configuration writes it: `openai:gpt-4.1-mini`. */
  name: string;
  /** Takes its sentences from the text and understands none of them. */
  isSandbox: boolean;
  /** What it reads and writes in one call, together. */
  contextTokens: number;
  /** Does as many at once as it takes, for all summaries of this process together. */
  inLine: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** US dollars for a million tokens, where configuration says. */
  price: Readonly<{ input: number; output: number }> | undefined;
  /** Gives the answer as it is written, and at its end what it cost. Throws a LanguageModelError and nothing else. */
  ask: (question: Question) => AsyncGenerator<string, Answer>;
}>;

export const sandboxModel = 'sandbox-language';

export type LanguageModelErrorKind =
  /** Too many calls; retryAfterMs says when to come back, where the vendor does. */
  | 'busy'
  /** Gone after a while: the network, a 5xx, a line that broke or fell silent. */
  | 'temporary'
  /** It will not answer this, however often it is asked. */
  | 'refused'
  /** Wrong or missing key, or no money left. */
  | 'unauthorized'
  /** More than it reads in one call. */
  | 'too_long'
  /** Our own signal stopped it. */
  | 'aborted';

type LanguageFaultOptions = { cause?: unknown; retryAfterMs?: number | undefined };

/** The vendor's own words stay in `cause`; neither a user nor the log is told them. */
export class LanguageModelError extends SafeMessageError {
  readonly kind: LanguageModelErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LanguageModelErrorKind,
    message: string,
    { cause, retryAfterMs }: LanguageFaultOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LanguageModelError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No tokenizer is the vendor's own: three bytes a token is on the safe side for Portuguese and for other scripts. */
const bytesPerToken = 3;

export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken);
