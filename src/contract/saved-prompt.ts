import { z } from 'zod';
import { promptSchema } from './summary.ts';
import { typedName } from './text.ts';

/** POST /prompts */
export const SavedPromptInputSchema = z.object({
  name: typedName().min(1, 'Dê um nome ao prompt.').max(80, 'Use no máximo 80 caracteres no nome.'),
  prompt: promptSchema,
});

export const SavedPromptSchema = z.object({ id: z.uuid(), name: z.string(), prompt: z.string() });
export type SavedPrompt = z.infer<typeof SavedPromptSchema>;

/** GET /prompts: the person's own, the oldest first. */
export const SavedPromptListSchema = z.array(SavedPromptSchema);
