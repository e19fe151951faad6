import { SafeMessageError } from '#server/errors/safe-message-error.ts';

/** The interface that every speech engine implements, local or remote. */

export type Word = Readonly<{
  startMs: number;
  endMs: number;
  text: string;
  /** 0 to 1, if the engine reports it. */
  confidence?: number;
}>;

/** Times are relative to the file: the engine adds the chunk's offset. */
export type Segment = Readonly<{
  startMs: number;
  endMs: number;
  text: string;
  words?: readonly Word[];
  confidence?: number;
  /** The engine returned no times: those of the words follow from the voice. */
  estimated?: boolean;
  speaker?: string;
  /** The language into which the engine seems to have fallen, if it cannot be told the chosen one. */
  otherLanguage?: string;
}>;

/** `careful` decodes differently from `normal`, so that a transcript stuck in a loop does not repeat it. */
export type AttemptKind = 'normal' | 'careful';

export type Chunk = Readonly<{
  /** 16 kHz mono. */
  pcm: Int16Array;
  /** The chunk's offset in the file. */
  startMs: number;
  /** `auto`, or one of the engine's two-letter codes. */
  language: string;
  attempt: AttemptKind;
  signal?: AbortSignal | undefined;
}>;

export type Transcript = Readonly<{ language?: string; segments: readonly Segment[] }>;

/** A stretch in which people speak. */
export type VoiceSpan = Readonly<{ startMs: number; endMs: number }>;

export type EngineLimits = Readonly<{
  /** The engine's best chunk length. The planner cuts at the silence nearest to it. */
  targetMs: number;
  /** The maximum chunk length. */
  maxMs: number;
  /** Chunks that the engine accepts in parallel. */
  parallel: number;
  /** The largest request body, if the engine has a limit. */
  maxBytes?: number;
}>;

export type Readiness =
  | Readonly<{ state: 'ready' }>
  | Readonly<{ state: 'fetching_model'; doneBytes: number; totalBytes: number; isArriving: boolean }>
  | Readonly<{
      state: 'unavailable';
      reason: string;
      /** For the public health page, if the operator must act. */
      publicReason?: string;
    }>;

/** Why the sandbox answers in place of a local model. An `installed` one serves from the next start. */
export type ModelLack = 'disk' | 'server' | 'folder' | 'installed';

export type SpeechEngine = Readonly<{
  /** As in the configuration: `local:parakeet`, `openai:whisper-1`. */
  name: string;
  /** For the screens, with the attribution that the licence requires. */
  label: string;
  /** Supported two-letter codes; empty if unknown. */
  languages: readonly string[];
  limits: EngineLimits;
  /** Throws only SpeechError. */
  transcribe: (chunk: Chunk) => Promise<Transcript>;
  /**
   * Finds where people speak in at most a minute of 16 kHz mono, so that no cut tears a word. Undefined if it cannot
   * tell. Throws only if aborted.
   */
  findVoice?: (pcm: Int16Array, signal: AbortSignal) => Promise<readonly VoiceSpan[] | undefined>;
  /** Another engine of this machine, for stretches in which this one fell into another language. */
  secondEngine?: () => SpeechEngine | undefined;
  readiness: () => Readiness;
  /** For the public health page: why another engine than the configured one works. */
  notice?: string;
  /** Only of the sandbox, if no operator chose it. */
  modelLack?: ModelLack;
  /** Resolves once the engine can transcribe: its model is present, or its server answers. Safe to call repeatedly. */
  prepare: (signal?: AbortSignal) => Promise<void>;
  /** Of a server: throws a ServiceTrialError if it refuses our key or does not answer. Sends no sound. */
  tryServer?: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** The stored engine name of sandbox transcripts, so that a screen can say that the text is not real. */
export const sandboxEngineName = 'sandbox';

/** True for the sandbox engine, whose text has no spoken words. */
export const isSandboxEngine = (name: string | null) => name === sandboxEngineName;

export const speechSampleRateHz = 16_000;

/** Vendors refuse less than a tenth of a second, and Whisper never answers to a few milliseconds. */
export function padToOneSecond(pcm: Int16Array): Int16Array {
  if (pcm.length >= speechSampleRateHz) return pcm;
  const padded = new Int16Array(speechSampleRateHz);
  padded.set(pcm);
  return padded;
}

/** A loop, because `Float32Array.from` with a function takes 30 times as long: 8 s for an hour of sound. */
export function pcmToFloats(pcm: Int16Array): Float32Array {
  const samples = new Float32Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) samples[at] = (pcm[at] ?? 0) / 32_768;
  return samples;
}

/** Times within a piece of a recording become times of the recording. */
export const movedBy =
  (ms: number) =>
  <Timed extends { startMs: number; endMs: number }>(each: Timed): Timed => ({
    ...each,
    startMs: each.startMs + ms,
    endMs: each.endMs + ms,
  });

export const durationOfPcmMs = (pcm: Int16Array) => (pcm.length / speechSampleRateHz) * 1_000;

export type SpeechErrorKind =
  /** Too many calls. retryAfterMs holds the engine's delay, if given. */
  | 'busy'
  /** Transient, on either side: a network error, a 5xx, a model that is not downloaded yet. */
  | 'temporary'
  /** The engine refuses this chunk; a retry does not help. */
  | 'refused'
  /** Wrong or missing key, or no credit left. */
  | 'unauthorized'
  | 'too_big'
  /** The engine's process died. A new one takes the next chunk. */
  | 'crashed'
  /** The response is not a transcript. */
  | 'nonsense'
  /** Our own signal aborted the call. */
  | 'aborted';

type SpeechFaultOptions = { cause?: unknown; retryAfterMs?: number | undefined };

export class SpeechError extends SafeMessageError {
  readonly kind: SpeechErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(kind: SpeechErrorKind, message: string, { cause, retryAfterMs }: SpeechFaultOptions = {}) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
