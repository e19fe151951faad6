import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { defaultError } from '../openai.ts';

const FailureSchema = z.strictObject({
  status: z.int().min(200).max(599),
  retryAfterSeconds: z.number().min(0).max(3_600).optional(),
  /** The server accepts the call and never answers. */
  hang: z.boolean().default(false),
  /** Replaces the vendor's usual error: a string as text, any other value as JSON. */
  body: z.json().optional(),
});
export type Failure = z.infer<typeof FailureSchema>;

/** Tests configure the vendor's faults before their calls. An empty object resets them. */
export const BehaviourSchema = z.strictObject({
  delayMsPerMinute: z.number().min(0).max(600_000).default(0),
  /** Failures of the next calls, in order. */
  failNext: z.array(FailureSchema).max(1_000).default([]),
  /** The server answers 429 to calls beyond this limit. */
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
    /** Throws 429 at the limit. Otherwise returns a disposable that frees the slot. */
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
    /** Waits for the configured delay, or until the client disconnects. */
    takeTime: (audioMs: number, signal: AbortSignal) =>
      delay((behaviour.delayMsPerMinute * audioMs) / 60_000, undefined, { signal }),
  };
}
export type SpeechBehaviour = ReturnType<typeof openBehaviour>;
