import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { firstName } from './plain-words.ts';

export function confirmEmail(data: MailData<'confirm-email'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      `Falta um passo para usar o ${setting.productName}: confirmar que este endereço é seu.`,
      'O link vale por uma hora.',
    ],
    button: { label: 'Confirmar e-mail', link: data.link },
    showLink: true,
    after: 'Se você não criou esta conta, ignore este e-mail e nada acontece.',
  };
  return {
    subject: `Confirme seu e-mail no ${setting.productName}`,
    text: textOf(content, setting),
    html: htmlOf(content, setting),
  };
}
