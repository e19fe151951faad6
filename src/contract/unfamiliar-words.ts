import { z } from 'zod';

/** GET /transcribe/{id}/unfamiliar-words. The keys are those of `wordKey` in src/domain/transcript/word-key.ts. */
export const UnfamiliarWordsSchema = z.object({
  words: z
    .array(z.string())
    .describe(
      'As palavras do texto, em minúsculas e em ordem, que nem o dicionário nem as correções do dono têm',
    ),
  revision: z.number().int().describe('A revisão do texto a que as palavras pertencem'),
});
export type UnfamiliarWords = z.infer<typeof UnfamiliarWordsSchema>;
