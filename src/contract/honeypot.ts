import { z } from 'zod';

/**
 * What forms that need no account send beside what was written. It proves nothing, but programs that fill every field
 * of every page they find, or that know only the fields that are seen, give themselves away. The hidden field has a name
 * that no browser knows how to fill. What looks like a program's work is marked and never lost.
 */
export const HoneypotSchema = z.object({
  spare_note: z.string().optional().describe('Campo que pessoas não veem; deixe vazio'),
  elapsed_ms: z
    .number()
    .optional()
    .describe('Milissegundos entre abrir o formulário e enviar; sem ele, a mensagem é marcada como suspeita'),
});
export type Honeypot = z.infer<typeof HoneypotSchema>;
