import { z } from 'zod';

const nameTooShort = 'Nome deve ter ao menos 2 caracteres.';
const emailInvalid = 'E-mail inválido.';
const messageTooShort = 'Mensagem deve ter ao menos 10 caracteres.';

/** The form, the route and the mail read this one schema; its texts are the ones people see. */
export const ContactMessageSchema = z.object({
  name: z
    .string({ error: nameTooShort })
    .trim()
    .min(2, nameTooShort)
    .max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: z
    .string({ error: emailInvalid })
    .trim()
    .toLowerCase()
    .max(254, emailInvalid)
    .pipe(z.email(emailInvalid)),
  message: z
    .string({ error: messageTooShort })
    .trim()
    .min(10, messageTooShort)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type ContactMessage = z.infer<typeof ContactMessageSchema>;

export const ContactReplySchema = z.object({ received: z.literal(true) });
