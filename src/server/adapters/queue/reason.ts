import { z } from 'zod';

const longestReason = 500;

/** One readable line of what went wrong; the stack is in the log, and a row is no place for it. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s+/g, ' ').trim().slice(0, longestReason);
}

/** What pg-boss wrote by itself when a try took too long lies one level deeper than what we write. */
const OutputSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.object({ value: z.string() }).transform(({ value }) => value),
]);

export function readReason(output: unknown): string {
  const parsed = OutputSchema.safeParse(output);
  return parsed.success ? reasonOf(parsed.data) : 'no reason was recorded';
}
