import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { name, words } from './plain-words.ts';

/** For our own support mailbox: somebody with an account asks for help. */
export function supportMessage(data: MailData<'support-message'>, setting: MailSetting): RenderedMail {
  const sender = name(data.name) || data.email;
  const subject = name(data.subject);
  const content: MailContent = {
    title: `${subject}: ${sender}`,
    before: [`${sender} (${data.email}) pediu ajuda pela página de suporte.`],
    quote: words(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: `Suporte: ${subject}`,
    text: textOf(content, setting),
    html: htmlOf(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
