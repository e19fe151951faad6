import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { name, words } from './plain-words.ts';
import { suspectSubject } from './suspect-subject.ts';

/** For our own support mailbox. */
export function contactMessage(data: MailData<'contact-message'>, setting: MailSetting): RenderedMail {
  const sender = name(data.name);
  const content: MailContent = {
    title: `Mensagem de ${sender}`,
    before: [`${sender} (${data.email}) escreveu pela página de contato.`],
    quote: words(data.message),
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem escreveu.',
  };
  return {
    subject: suspectSubject(`Contato: ${sender}`, data.suspect),
    text: textOf(content, setting),
    html: htmlOf(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
