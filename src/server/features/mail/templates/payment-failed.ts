import { dateText } from '#domain/format/date-text.ts';
import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { firstName } from './plain-words.ts';

export function paymentFailed(data: MailData<'payment-failed'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      'Não conseguimos cobrar a sua assinatura: o cartão recusou o pagamento.',
      `Seu plano continua até ${dateText(new Date(data.graceUntil))}. Atualize o cartão até lá para não o perder; nada do que é seu será apagado.`,
    ],
    button: { label: 'Atualizar o cartão', link: `${setting.publicUrl}/dashboard/billing` },
    after: 'Se o pagamento já foi feito, desconsidere este aviso.',
  };
  return {
    subject: `O pagamento do seu plano no ${setting.productName} não foi aprovado`,
    text: textOf(content, setting),
    html: htmlOf(content, setting),
  };
}
