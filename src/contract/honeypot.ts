import { z } from 'zod';

/**
 * Extra fields of forms that need no account. They catch simple bots, which fill every field or only the visible
 * ones. The hidden field has a name that no browser autofills. A suspicious message is marked, never dropped.
 */
export const HoneypotSchema = z.object({
  spare_note: z.string().optional().describe('Campo que pessoas não veem; deixe vazio'),
  elapsed_ms: z
    .number()
    .optional()
    .describe('Milissegundos entre abrir o formulário e enviar; sem ele, a mensagem é marcada como suspeita'),
});
export type Honeypot = z.infer<typeof HoneypotSchema>;
