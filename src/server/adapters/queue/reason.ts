import { z } from 'zod';
import { summarizeError } from '../log/error-serializer.ts';

const maxReasonLength = 500;

const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, maxReasonLength);

/** One readable line of what went wrong; the stack is in the log, and a row is no place for it, nor for people's words. */
export const reasonOf = (error: unknown): string => oneLine(summarizeError(error));

/** What pg-boss wrote by itself when a try took too long lies one level deeper than what we write. */
const OutputSchema = z.union([
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
  z.object({ value: z.string() }).transform(({ value }) => value),
]);

export function readReason(output: unknown): string {
  const parsed = OutputSchema.safeParse(output);
  return parsed.success ? oneLine(parsed.data) : 'no reason was recorded';
}
