import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { name, words } from './plain-words.ts';
import { suspectSubject } from './suspect-subject.ts';

/** For our own support mailbox: what somebody wrote from inside the product. */
export function feedbackMessage(data: MailData<'feedback-message'>, setting: MailSetting): RenderedMail {
  const sender = name(data.name) || data.email;
  const content: MailContent = {
    title: `Feedback de ${sender}`,
    before: [
      data.confirmed === true
        ? `${sender} (${data.email}) escreveu pelo botão de feedback.`
        : `Alguém escreveu pelo formulário de feedback, sem entrar na conta, e diz ser ${sender} (${data.email}). Remetente não confirmado.`,
    ],
    quote: words(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: suspectSubject(
      data.confirmed === true ? `Feedback de ${sender}` : `Feedback de ${sender} (não confirmado)`,
      data.suspect,
    ),
    text: textOf(content, setting),
    html: htmlOf(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
