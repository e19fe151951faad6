import { setTimeout as delay } from 'node:timers/promises';
import { minuteMs } from '#domain/format/durations.ts';
import {
  type Answer,
  type LanguageModel,
  LanguageModelError,
  type Question,
} from '#server/adapters/language-model/language-model.ts';

const maxTries = { temporary: 4, busy: 10 } as const;
const firstPauseMs = 500;
const noticedMs = 1_000;
const maxPauseMs = minuteMs;
/** Do not retry after a longer pause, because no owner waits that long for a summary. */
const maxVendorPauseMs = 15 * minuteMs;
/** No summary is this long, so stop a model that repeats itself. */
const maxAnswerLength = 100_000;

type AnswerListener = {
  /** Gets the whole text so far. It starts again after a fault. */
  onText?: (text: string) => Promise<void> | void;
  /** Runs before a pause that the owner would notice. */
  onWait?: () => Promise<void>;
};

export type Answered = Answer & Readonly<{ text: string }>;

async function askOnce(
  model: LanguageModel,
  question: Question,
  onText: AnswerListener['onText'],
): Promise<Answered> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([question.signal, stopping.signal]);
  const answer = model.ask({ ...question, signal });
  let text = '';
  try {
    for (;;) {
      const { done, value } = await answer.next();
      if (done === true) return { text, ...value };
      text += value;
      await onText?.(text);
      if (text.length <= maxAnswerLength) continue;
      return { text, isCut: true, usage: { inputTokens: 0, outputTokens: 0 } };
    }
  } finally {
    stopping.abort();
    await answer.return({ isCut: true, usage: { inputTokens: 0, outputTokens: 0 } });
  }
}

function pauseOf(fault: LanguageModelError, tries: number): number {
  const ours = firstPauseMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
  // A vendor counts early retries too, so wait as long as it says.
  return fault.retryAfterMs ?? Math.min(ours, maxPauseMs);
}

/** Retries temporary faults: when the vendor says, else with exponential back-off. */
export async function askWithRetry(
  model: LanguageModel,
  question: Question,
  { onText, onWait }: AnswerListener = {},
): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await model.withModelSlot(() => askOnce(model, question, onText), question.signal);
    } catch (error) {
      question.signal.throwIfAborted();
      if (!(error instanceof LanguageModelError)) throw error;
      if (error.kind !== 'busy' && error.kind !== 'temporary') throw error;
      if (tries >= maxTries[error.kind] || (error.retryAfterMs ?? 0) > maxVendorPauseMs) throw error;
      const pauseMs = pauseOf(error, tries);
      if (pauseMs >= noticedMs) await onWait?.();
      await delay(pauseMs, undefined, { signal: question.signal });
    }
  }
}
