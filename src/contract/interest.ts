import { z } from 'zod';
import { typedEmail } from './email.ts';
import { typedText } from './text.ts';

const nameMissing = 'Nome é obrigatório.';
const emailInvalid = 'E-mail inválido.';

/** Spec section 5: both are required, the e-mail well formed. */
export const InterestSchema = z.object({
  name: typedText(nameMissing).min(1, nameMissing).max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
});
export type Interest = z.infer<typeof InterestSchema>;

export const InterestReplySchema = z.object({ received: z.literal(true) });
