import { z } from 'zod';
import { typedEmail } from './email.ts';
import { typedText } from './text.ts';

const nameTooShort = 'Nome deve ter ao menos 2 caracteres.';
const emailInvalid = 'E-mail inválido.';
const messageTooShort = 'Mensagem deve ter ao menos 10 caracteres.';

/** The form, the route and the mail read this one schema; its texts are the ones people see. */
export const ContactMessageSchema = z.object({
  name: typedText(nameTooShort).min(2, nameTooShort).max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
  message: typedText(messageTooShort)
    .min(10, messageTooShort)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type ContactMessage = z.infer<typeof ContactMessageSchema>;

export const ContactReplySchema = z.object({ received: z.literal(true) });
