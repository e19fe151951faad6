import { z } from 'zod';

/** Name and e-mail are the account's own, so that an answer finds its way back; only the words are typed. */
export const FeedbackSchema = z.object({
  name: z.string().trim().max(120),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('E-mail inválido.')),
  message: z
    .string()
    .trim()
    .min(1, 'Escreva sua mensagem.')
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type Feedback = z.infer<typeof FeedbackSchema>;

export const FeedbackReplySchema = z.object({ received: z.literal(true) });
