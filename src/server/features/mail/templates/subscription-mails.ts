import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { firstName, type MailContent, renderHtml, renderText, sanitizeName } from './layout.ts';

type Words = Pick<MailContent, 'before' | 'after'> & { subject: string; button: string; path?: string };

function written(greeted: string, { subject, before, after, button, path }: Words, setting: MailSetting) {
  const content: MailContent = {
    title: ['Olá', firstName(greeted)].filter((part) => part !== '').join(', '),
    before,
    button: { label: button, link: `${setting.publicUrl}${path ?? '/dashboard/billing'}` },
    after,
  };
  return { subject, text: renderText(content, setting), html: renderHtml(content, setting) };
}

const day = (moment: string) => formatDate(new Date(moment));

const periods = { month: 'por mês', year: 'por ano' } as const;

function costs({ priceCents, period, until, renews }: MailData<'subscription-began'>): string {
  const price = `Ele custa ${formatCurrency(priceCents)} ${periods[period]}`;
  return renews ? `${price} e se renova em ${day(until)}.` : `${price} e vale até ${day(until)}.`;
}

export function subscriptionBegan(data: MailData<'subscription-began'>, setting: MailSetting): RenderedMail {
  return written(
    data.name,
    {
      subject: `Sua assinatura do ${setting.productName} começou`,
      before: [`Sua assinatura do plano ${sanitizeName(data.plan)} começou e já vale.`, costs(data)],
      button: 'Ver assinatura',
      after: 'Você pode mudar de plano ou cancelar quando quiser.',
    },
    setting,
  );
}

export function subscriptionChanged(
  data: MailData<'subscription-changed'>,
  setting: MailSetting,
): RenderedMail {
  return written(
    data.name,
    {
      subject: `Seu plano no ${setting.productName} mudou`,
      before: [`Seu plano agora é o ${sanitizeName(data.plan)}.`, costs(data)],
      button: 'Ver assinatura',
      after: 'Se não foi você que mudou o plano, responda a este e-mail.',
    },
    setting,
  );
}

export function subscriptionResumed(
  data: MailData<'subscription-resumed'>,
  setting: MailSetting,
): RenderedMail {
  return written(
    data.name,
    {
      subject: `Sua assinatura do ${setting.productName} foi retomada`,
      before: [`O cancelamento do plano ${sanitizeName(data.plan)} foi desfeito.`, costs(data)],
      button: 'Ver assinatura',
      after: 'Você pode cancelar de novo quando quiser.',
    },
    setting,
  );
}

export function subscriptionCancelled(
  data: MailData<'subscription-cancelled'>,
  setting: MailSetting,
): RenderedMail {
  return written(
    data.name,
    {
      subject: `Sua assinatura do ${setting.productName} foi cancelada`,
      before: [
        `Sua assinatura do plano ${sanitizeName(data.plan)} foi cancelada, e nada mais será cobrado.`,
        `Você usa o plano até ${day(data.until)}; depois sua conta passa ao gratuito, e suas transcrições continuam com você.`,
      ],
      button: 'Retomar assinatura',
      after: 'Até essa data você pode mudar de ideia.',
    },
    setting,
  );
}

const reasons = {
  cancelled: 'e nada mais será cobrado',
  unpaid: 'porque o pagamento não foi aprovado, e nada mais será cobrado',
  refunded: 'porque o pagamento dela foi devolvido, e nada mais será cobrado',
} as const satisfies Record<MailData<'subscription-ended'>['reason'], string>;

export function subscriptionEnded(data: MailData<'subscription-ended'>, setting: MailSetting): RenderedMail {
  const link = data.reason === 'cancelled' ? ', ' : ' ';
  return written(
    data.name,
    {
      subject: `Sua assinatura do ${setting.productName} terminou`,
      before: [
        `Sua assinatura do plano ${sanitizeName(data.plan)} terminou em ${day(data.endedAt)}${link}${reasons[data.reason]}.`,
        'Sua conta está no plano gratuito, e suas transcrições e seus resumos continuam com você.',
      ],
      button: 'Ver planos',
      path: '/dashboard/plano',
      after: 'Você pode assinar de novo quando quiser.',
    },
    setting,
  );
}

export function paymentFailed(data: MailData<'payment-failed'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      'Não conseguimos cobrar a sua assinatura: o cartão recusou o pagamento.',
      `Seu plano continua até ${formatDate(new Date(data.graceUntil))}. Atualize o cartão até lá para não o perder; nada do que é seu será apagado.`,
    ],
    button: { label: 'Atualizar o cartão', link: `${setting.publicUrl}/dashboard/billing` },
    after: 'Se o pagamento já foi feito, desconsidere este aviso.',
  };
  return {
    subject: `O pagamento do seu plano no ${setting.productName} não foi aprovado`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}
