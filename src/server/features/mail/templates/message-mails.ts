import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { type MailContent, renderHtml, renderText, sanitizeName, sanitizeText } from './layout.ts';

/** Visible in the list of mails, and usable by mailbox rules. */
export function suspectSubject(subject: string, suspect: boolean | undefined): string {
  return suspect === true ? `[suspeita] ${subject}` : subject;
}

/** For our own support mailbox. */
export function contactMessage(data: MailData<'contact-message'>, setting: MailSetting): RenderedMail {
  const sender = sanitizeName(data.name);
  const content: MailContent = {
    title: `Mensagem de ${sender}`,
    before: [`${sender} (${data.email}) escreveu pela página de contato.`],
    quote: sanitizeText(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: suspectSubject(`Contato: ${sender}`, data.suspect),
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}

/** For our own support mailbox: feedback from inside the product. */
export function feedbackMessage(data: MailData<'feedback-message'>, setting: MailSetting): RenderedMail {
  const sender = sanitizeName(data.name) || data.email;
  const content: MailContent = {
    title: `Feedback de ${sender}`,
    before: [
      data.confirmed === true
        ? `${sender} (${data.email}) escreveu pelo botão de feedback.`
        : `Alguém escreveu pelo formulário de feedback, sem entrar na conta, e diz ser ${sender} (${data.email}). Remetente não confirmado.`,
    ],
    quote: sanitizeText(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: suspectSubject(
      data.confirmed === true ? `Feedback de ${sender}` : `Feedback de ${sender} (não confirmado)`,
      data.suspect,
    ),
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}

/** For our own support mailbox: an account owner asks for help. */
export function supportMessage(data: MailData<'support-message'>, setting: MailSetting): RenderedMail {
  const sender = sanitizeName(data.name) || data.email;
  const subject = sanitizeName(data.subject);
  const content: MailContent = {
    title: `${subject}: ${sender}`,
    before: [`${sender} (${data.email}) pediu ajuda pela página de suporte.`],
    quote: sanitizeText(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: `Suporte: ${subject}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}

/** For our own support mailbox: a visitor waits for an announced plan. */
export function interestMessage(data: MailData<'interest-message'>, setting: MailSetting): RenderedMail {
  const sender = sanitizeName(data.name) || data.email;
  const content: MailContent = {
    title: `Interesse de ${sender}`,
    before: [`${sender} (${data.email}) quer saber quando o plano anunciado puder ser assinado.`],
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem se interessou.',
  };
  return {
    subject: suspectSubject(`Interesse em plano: ${sender}`, data.suspect),
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
