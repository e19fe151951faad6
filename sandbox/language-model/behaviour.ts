import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const maxHangMs = 3_600_000;

/** A bad day of one call. What names no status answers well at first. */
const ScriptedResponseSchema = z.strictObject({
  status: z.int().min(400).max(599).optional(),
  retryAfterSeconds: z.number().min(0).max(3_600).optional(),
  /** In the place of the vendor's usual words. */
  message: z.string().optional(),
  code: z.string().optional(),
  /** The line breaks after so many pieces, or ends without a word on why. */
  cutAfter: z.int().min(0).optional(),
  endAfter: z.int().min(0).optional(),
  /** Nothing comes any more after so many pieces, and the line stays open. */
  stuckAfter: z.int().min(0).optional(),
  /** Written as it stands, in the place of what the text would give. */
  say: z.string().optional(),
});
export type ScriptedResponse = z.infer<typeof ScriptedResponseSchema>;

/** Asked for in advance; an empty one brings the good days back. */
export const BehaviourSchema = z.strictObject({
  /** One for each of the next calls, in their order. */
  next: z.array(ScriptedResponseSchema).max(1_000).default([]),
  /** For each call whose text holds these words, as often as it comes. */
  whenReading: z.array(z.strictObject({ words: z.string().min(1), day: ScriptedResponseSchema })).default([]),
  /** valid: segments that there are; invalid: that there are not; none: the wish is ignored. */
  citations: z.enum(['valid', 'invalid', 'none']).default('valid'),
  /** Between two pieces of a stream. */
  pauseMs: z.number().min(0).max(60_000).default(15),
});
export type Behaviour = z.infer<typeof BehaviourSchema>;

export function openBehaviour() {
  let behaviour = BehaviourSchema.parse({});
  return {
    read: (): Behaviour => behaviour,
    change: (wanted: Behaviour) => {
      behaviour = { ...wanted, next: [...wanted.next] };
    },
    responseFor: (text: string): ScriptedResponse =>
      behaviour.whenReading.find(({ words }) => text.includes(words))?.day ?? behaviour.next.shift() ?? {},
  };
}
export type LanguageBehaviour = ReturnType<typeof openBehaviour>;

export const hang = (signal: AbortSignal) => delay(maxHangMs, undefined, { signal, ref: false });
