import { z } from 'zod';
import { typedEmail, typedText } from './text.ts';

/** The answer to every message to the team. */
export const ReceivedSchema = z.object({ received: z.literal(true) });

const nameTooShort = 'Nome deve ter ao menos 2 caracteres.';
const emailInvalid = 'E-mail inválido.';
const messageTooShort = 'Mensagem deve ter ao menos 10 caracteres.';

/** The form, the route and the mail share this schema; users see its texts. */
export const ContactMessageSchema = z.object({
  name: typedText(nameTooShort).min(2, nameTooShort).max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
  message: typedText(messageTooShort)
    .min(10, messageTooShort)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type ContactMessage = z.infer<typeof ContactMessageSchema>;
const messageMissing = 'Escreva sua mensagem.';

/** Name and e-mail are unverified. If there is a session, the server uses its account instead. */
export const FeedbackSchema = z.object({
  name: typedText('Nome inválido.').max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
  message: typedText(messageMissing)
    .min(1, messageMissing)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});

export type Feedback = z.infer<typeof FeedbackSchema>;

const nameMissing = 'Nome é obrigatório.';

/** Spec section 5: both are required, the e-mail well formed. */
export const InterestSchema = z.object({
  name: typedText(nameMissing).min(1, nameMissing).max(120, 'Nome deve ter no máximo 120 caracteres.'),
  email: typedEmail(emailInvalid),
});
export type Interest = z.infer<typeof InterestSchema>;

export const supportSubjects = [
  'Cancelar minha conta',
  'Problema com transcrição',
  'Dúvida sobre o plano',
  'Outro',
] as const;

/** Spec section 5: both are required. The session identifies the sender. */
export const SupportRequestSchema = z.object({
  subject: z.enum(supportSubjects, { error: 'Escolha um assunto.' }),
  message: typedText(messageMissing)
    .min(1, messageMissing)
    .max(5_000, 'Mensagem deve ter no máximo 5.000 caracteres.'),
});
export type SupportRequest = z.infer<typeof SupportRequestSchema>;

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
