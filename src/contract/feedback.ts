import { z } from 'zod';
import { typedEmail } from './email.ts';
import { typedText } from './text.ts';

const emailInvalid = 'E-mail inválido.';
const messageMissing = 'Escreva sua mensagem.';

/** Name and e-mail are filled in by the screen; they prove nothing, and where there is a session its own count instead. */
export const FeedbackSchema = z.object({
  name: typedText('Nome inválido.').max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
  message: typedText(messageMissing)
    .min(1, messageMissing)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type Feedback = z.infer<typeof FeedbackSchema>;

export const FeedbackReplySchema = z.object({ received: z.literal(true) });
