import { SafeMessageError } from '../../errors/safe-message-error.ts';

/** What turns one stretch of audio into text. Every engine, on this machine or elsewhere, is one of these. */

export type Word = Readonly<{
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1, where the engine says how sure it is. */
  confidence?: number;
}>;

/** Times are on the file's clock: the engine has added the chunk's place to its own. */
export type Segment = Readonly<{
  startMs: number;
  endMs: number;
  text: string;
  words?: readonly Word[];
  confidence?: number;
  speaker?: string;
}>;

/** `careful` decodes in another way than `normal`, so that what went round in circles once does not do so again. */
export type AttemptKind = 'normal' | 'careful';

export type Chunk = Readonly<{
  /** 16 kHz, mono. */
  pcm: Int16Array;
  /** The chunk's place in the file. */
  startMs: number;
  /** `auto`, or a two-letter code the engine lists. */
  language: string;
  attempt: AttemptKind;
  signal?: AbortSignal | undefined;
}>;

export type Transcript = Readonly<{ language?: string; segments: readonly Segment[] }>;

export type EngineLimits = Readonly<{
  /** The length the engine does best with; chunks are cut at the silence nearest to it. */
  targetMs: number;
  /** Never longer than this. */
  maxMs: number;
  /** Chunks it takes at once. */
  parallel: number;
  /** The largest body it takes, where it names one. */
  maxBytes?: number;
}>;

export type Readiness =
  | Readonly<{ state: 'ready' }>
  | Readonly<{ state: 'fetching_model'; doneBytes: number; totalBytes: number }>
  | Readonly<{ state: 'unavailable'; reason: string }>;

export type SpeechEngine = Readonly<{
  /** As configuration writes it: `local:parakeet`, `openai:whisper-1`. */
  name: string;
  /** As a screen may show it, with the credit a licence asks for. */
  label: string;
  /** Two-letter codes it knows; empty where it does not say. */
  languages: readonly string[];
  limits: EngineLimits;
  /** Throws a SpeechError and nothing else. */
  transcribe: (chunk: Chunk) => Promise<Transcript>;
  readiness: () => Readiness;
  /** Settles once the engine could transcribe: a model is there, a server answers. Safe to call again and at once. */
  prepare: (signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
}>;

/** What is kept of a text that the sandbox wrote, so that a screen can say that it holds no words. */
export const sandboxEngineName = 'sandbox';

export const speechSampleRateHz = 16_000;

export const durationOfPcmMs = (pcm: Int16Array) => (pcm.length / speechSampleRateHz) * 1_000;

export type SpeechErrorKind =
  /** Too many calls; retryAfterMs says when to come back, where the engine does. */
  | 'busy'
  /** Ours or theirs, and gone after a while: the network, a 5xx, a model that is not there yet. */
  | 'temporary'
  /** It will not take this chunk, however often it is sent. */
  | 'refused'
  /** Wrong or missing key, or no money left. */
  | 'unauthorized'
  | 'too_big'
  /** The process that did it is gone; a new one takes the next chunk. */
  | 'crashed'
  /** It answered what is no transcript. */
  | 'nonsense'
  /** Our own signal stopped it. */
  | 'aborted';

type SpeechFaultOptions = { cause?: unknown; retryAfterMs?: number | undefined };

export class SpeechError extends SafeMessageError {
  readonly kind: SpeechErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: SpeechErrorKind, message: string, { cause, retryAfterMs }: SpeechFaultOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SpeechError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
