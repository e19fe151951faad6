import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defaultError } from '../openai-error.ts';

const maxHangMs = 3_600_000;

const FailureSchema = z.strictObject({
  status: z.int().min(200).max(599),
  retryAfterSeconds: z.number().min(0).max(3_600).optional(),
  /** Takes the call and never answers it. */
  hang: z.boolean().default(false),
  /** In the place of the vendor's usual error: text as it is, anything else as JSON. */
  body: z.json().optional(),
});
export type Failure = z.infer<typeof FailureSchema>;

/** A vendor's bad days, asked for in advance; an empty one brings the good days back. */
export const BehaviourSchema = z.strictObject({
  delayMsPerMinute: z.number().min(0).max(600_000).default(0),
  /** One for each of the next calls, in their order. */
  failNext: z.array(FailureSchema).max(1_000).default([]),
  /** Calls beyond these are sent away with 429. */
  limitParallel: z.int().min(0).max(1_000).optional(),
});
export type Behaviour = z.infer<typeof BehaviourSchema>;

export function openBehaviour() {
  let behaviour = BehaviourSchema.parse({});
  let atWork = 0;
  return {
    read: (): Behaviour & { atWork: number } => ({ ...behaviour, atWork }),
    change: (next: Behaviour) => {
      behaviour = { ...next, failNext: [...next.failNext] };
    },
    nextFailure: () => behaviour.failNext.shift(),
    /** Throws where there is no room; otherwise gives the way to make room again. */
    begin: () => {
      if (behaviour.limitParallel !== undefined && atWork >= behaviour.limitParallel)
        throw defaultError(429, 1);
      atWork += 1;
      return {
        [Symbol.dispose]: () => {
          atWork -= 1;
        },
      };
    },
    /** As slow as was asked for; a client that leaves is not waited for. */
    takeTime: (audioMs: number, signal: AbortSignal) =>
      delay((behaviour.delayMsPerMinute * audioMs) / 60_000, undefined, { signal }),
  };
}
export type SpeechBehaviour = ReturnType<typeof openBehaviour>;

export const hang = (signal: AbortSignal) => delay(maxHangMs, undefined, { signal, ref: false });
