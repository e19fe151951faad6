import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { name } from './plain-words.ts';
import { suspectSubject } from './suspect-subject.ts';

/** For our own support mailbox: somebody waits for a plan that is announced. */
export function interestMessage(data: MailData<'interest-message'>, setting: MailSetting): RenderedMail {
  const sender = name(data.name) || data.email;
  const content: MailContent = {
    title: `Interesse de ${sender}`,
    before: [`${sender} (${data.email}) quer saber quando o plano anunciado puder ser assinado.`],
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem se interessou.',
  };
  return {
    subject: suspectSubject(`Interesse em plano: ${sender}`, data.suspect),
    text: textOf(content, setting),
    html: htmlOf(content, setting),
    replyTo: { name: sender, address: data.email },
  };
}
