import { z } from 'zod';
import { typedText } from './text.ts';

export const supportSubjects = [
  'Cancelar minha conta',
  'Problema com transcrição',
  'Dúvida sobre o plano',
  'Outro',
] as const;

const messageMissing = 'Escreva sua mensagem.';

/** Spec section 5: both are required. Who writes is known by the session. */
export const SupportRequestSchema = z.object({
  subject: z.enum(supportSubjects, { error: 'Escolha um assunto.' }),
  message: typedText(messageMissing)
    .min(1, messageMissing)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});
export type SupportRequest = z.infer<typeof SupportRequestSchema>;

export const SupportReplySchema = z.object({ received: z.literal(true) });
