import { z } from 'zod';

/** Nobody reads a form, thinks and writes a message in less. */
export const leastWritingMs = 1_500;

/**
 * What forms that need no account send beside what was written. Both are left out by who calls the API directly; what
 * they say proves nothing, but programs that fill every field of every page they find give themselves away. The hidden
 * field has a name that no browser knows how to fill, and what is in it marks a message and never loses it.
 */
export const FormGuardSchema = z.object({
  spare_note: z.string().optional().describe('Campo que pessoas não veem; deixe vazio'),
  elapsed_ms: z.number().optional().describe('Milissegundos entre abrir o formulário e enviar'),
});
export type FormGuard = z.infer<typeof FormGuardSchema>;
