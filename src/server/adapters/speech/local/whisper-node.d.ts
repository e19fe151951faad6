/**
 * The part of @fugood/whisper.node that we use. The package refers to a types file that it does not contain, and
 * its sources do not compile under our settings. tsconfig.json points here.
 */

import type { SpeechVariant } from '#server/config/speech.ts';

export type NativeResult = {
  language?: string;
  /** The text of all segments, with the characters that two segments share. */
  result: string;
  /** The binding reports no probability. */
  segments: { text: string; t0: number; t1: number; probability?: number }[];
  isAborted: boolean;
};

export type NativeCall = { promise: Promise<NativeResult>; stop: () => Promise<void> };

export type WhisperOptions = {
  maxThreads: number;
  /** A two-letter code or `auto`. Defaults to English. */
  language: string;
  temperature: number;
  temperatureInc: number;
  bestOf: number;
  maxContext?: number;
  tokenTimestamps: boolean;
  /** Characters of a segment. */
  maxLen: number;
};

export type NativeContext<Options> = {
  /** 16-bit mono samples at 16 kHz. */
  transcribeData: (samples: ArrayBuffer, options: Options) => NativeCall;
};

type ModelFile = { filePath: string; useGpu: boolean };

export function loadWhisperModule(variant?: SpeechVariant): Promise<unknown>;
export function initWhisper(
  model: ModelFile,
  variant?: SpeechVariant,
): Promise<NativeContext<WhisperOptions>>;
export function initParakeet(
  model: ModelFile,
  variant?: SpeechVariant,
): Promise<NativeContext<{ maxThreads: number }>>;
export function addNativeLogListener(listener: (level: string, text: string) => void): {
  remove: () => void;
};
export function toggleNativeLog(enable: boolean): Promise<void>;
