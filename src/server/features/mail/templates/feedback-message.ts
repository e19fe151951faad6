import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { name, words } from './plain-words.ts';

/** For our own support mailbox: what somebody wrote from inside the product. */
export function feedbackMessage(data: MailData<'feedback-message'>, setting: MailSetting): RenderedMail {
  const sender = name(data.name) || data.email;
  const content: MailContent = {
    title: `Feedback de ${sender}`,
    before: [`${sender} (${data.email}) escreveu pelo botão de feedback.`],
    quote: words(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: `Feedback de ${sender}`,
    text: textOf(content, setting),
    html: htmlOf(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
