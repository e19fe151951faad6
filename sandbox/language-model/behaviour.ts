import { z } from 'zod';

/** The faults of one call. Without a status the answer begins normally. */
const ScriptedResponseSchema = z.strictObject({
  status: z.int().min(400).max(599).optional(),
  retryAfterSeconds: z.number().min(0).max(3_600).optional(),
  /** Replaces the vendor's usual message. */
  message: z.string().optional(),
  code: z.string().optional(),
  /**
   * After this many chunks, `cutAfter` breaks the connection, and `endAfter` ends the stream without a finish
   * reason.
   */
  cutAfter: z.int().min(0).optional(),
  endAfter: z.int().min(0).optional(),
  /** The stream stalls after this many chunks, and the connection stays open. */
  stuckAfter: z.int().min(0).optional(),
  /** Replaces the extractive summary as the answer. */
  say: z.string().optional(),
});
export type ScriptedResponse = z.infer<typeof ScriptedResponseSchema>;

/** Tests send this before their calls. An empty object restores the defaults. */
export const BehaviourSchema = z.strictObject({
  /** Faults of the next calls, in order. */
  next: z.array(ScriptedResponseSchema).max(1_000).default([]),
  /** Faults of every call whose text contains these words. */
  whenReading: z.array(z.strictObject({ words: z.string().min(1), day: ScriptedResponseSchema })).default([]),
  /** The answer cites existing segments, unknown segments, or none. */
  citations: z.enum(['valid', 'invalid', 'none']).default('valid'),
  /** The pause between two chunks of a stream. */
  pauseMs: z.number().min(0).max(60_000).default(15),
  /** The time before the first word, for reading the prompt. Ollama says nothing meanwhile, llama.cpp its progress. */
  readingMs: z.number().min(0).max(3_600_000).default(0),
  ollama: z
    .strictObject({
      /** The server loads no model with a larger window. */
      maxWindow: z.int().min(512).default(131_072),
      /** Servers before `truncate` cut a long prompt without a word. */
      isOld: z.boolean().default(false),
      /** While it reads, the server answers no other call either. */
      isDeaf: z.boolean().default(false),
    })
    .prefault({}),
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
