import type { Letters } from '../mail.ts';
import { answerTo, sanitizeName, sanitizeText } from './layout.ts';

/** Visible in the list of mails, and usable by mailbox rules. */
const suspectSubject = (subject: string, suspect: boolean | undefined) =>
  suspect === true ? `[suspeita] ${subject}` : subject;

/** All for our own support mailbox. */
export const messageMails = {
  'contact-message': ({ name, email, message, suspect }) => {
    const sender = sanitizeName(name);
    return {
      subject: suspectSubject(`Contato: ${sender}`, suspect),
      title: `Mensagem de ${sender}`,
      before: [`${sender} (${email}) escreveu pela página de contato.`],
      quote: sanitizeText(message),
      ...answerTo({ name: sender, email }, 'quem escreveu'),
    };
  },
  /** From inside the product, or from a visitor. */
  'feedback-message': ({ name, email, message, confirmed, suspect }) => {
    const sender = sanitizeName(name) || email;
    const title = `Feedback de ${sender}`;
    return {
      subject: suspectSubject(confirmed === true ? title : `${title} (não confirmado)`, suspect),
      title,
      before: [
        confirmed === true
          ? `${sender} (${email}) escreveu pelo botão de feedback.`
          : `Alguém escreveu pelo formulário de feedback, sem entrar na conta, e diz ser ${sender} (${email}). Remetente não confirmado.`,
      ],
      quote: sanitizeText(message),
      ...answerTo({ name: sender, email }, 'quem escreveu'),
    };
  },
  /** A user asks for help. */
  'support-message': ({ name, email, subject: topic, message }) => {
    const sender = sanitizeName(name) || email;
    return {
      subject: `Suporte: ${sanitizeName(topic)}`,
      title: `${sanitizeName(topic)}: ${sender}`,
      before: [`${sender} (${email}) pediu ajuda pela página de suporte.`],
      quote: sanitizeText(message),
      ...answerTo({ name: sender, email }, 'quem escreveu'),
    };
  },
  /** A visitor waits for an announced plan. */
  'interest-message': ({ name, email, suspect }) => {
    const sender = sanitizeName(name) || email;
    return {
      subject: suspectSubject(`Interesse em plano: ${sender}`, suspect),
      title: `Interesse de ${sender}`,
      before: [`${sender} (${email}) quer saber quando o plano anunciado puder ser assinado.`],
      ...answerTo({ name: sender, email }, 'quem se interessou'),
    };
  },
} satisfies Partial<Letters>;
