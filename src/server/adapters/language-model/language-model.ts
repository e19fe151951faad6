import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** The interface to the models that write summaries, local or remote. */

type Usage = Readonly<{ inputTokens: number; outputTokens: number }>;

export type Question = Readonly<{
  system: string;
  text: string;
  maxOutputTokens: number;
  signal: AbortSignal;
  /** Gets the share of the prompt that a server has read, from servers that report it. */
  onRead?: ((share: number) => void) | undefined;
}>;

export type Answer = Readonly<{
  usage: Usage;
  /** True if the model stopped at maxOutputTokens. */
  isCut: boolean;
}>;

export type LanguageModel = Readonly<{
  /** As in the configuration: `openai:gpt-4.1-mini`. */
  name: string;
  /** The sandbox copies sentences from the text without understanding them. */
  isSandbox: boolean;
  /** The limit for input and output of one call together. A server of the operator may know a lower one. */
  readContextTokens: (signal: AbortSignal) => Promise<number>;
  /** An estimate that is rarely too low. Additive: the count of two texts is the sum of their counts. */
  countTokens: (text: string) => number;
  /** A semaphore shared by all summaries of this process. */
  withModelSlot: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** US dollars per million tokens, if configured. */
  price: Readonly<{ input: number; output: number }> | undefined;
  /** Throws a ServiceTrialError if the server refuses our key, lacks the model or does not answer. Sends no text. */
  tryServer: () => Promise<void>;
  /** Streams the answer and returns its usage at the end. Throws only LanguageModelError. */
  ask: (question: Question) => AsyncGenerator<string, Answer>;
}>;

export const sandboxModel = 'sandbox-language';

export type LanguageModelErrorKind =
  /** Too many calls. retryAfterMs holds the vendor's delay, if given. */
  | 'busy'
  /** Transient: a network error, a 5xx, a connection that broke or went silent. */
  | 'temporary'
  /** The model refuses this request; a retry does not help. */
  | 'refused'
  /** Wrong or missing key, or no credit left. */
  | 'unauthorized'
  /** More than the context window. */
  | 'too_long'
  /** Our own signal aborted the call. */
  | 'aborted';

type LanguageFaultOptions = { cause?: unknown; retryAfterMs?: number | undefined };

/** The vendor's message stays in `cause`, so that neither users nor the log see it. */
export class LanguageModelError extends SafeMessageError {
  readonly kind: LanguageModelErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: LanguageModelErrorKind,
    message: string,
    { cause, retryAfterMs }: LanguageFaultOptions = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
