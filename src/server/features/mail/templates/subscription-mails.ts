import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import type { Letters, MailData, MailSetting } from '../mail.ts';
import { greeting, sanitizeName } from './layout.ts';

const day = (moment: string) => formatDate(new Date(moment));

const billingButton = (label: string, { publicUrl }: MailSetting) => ({
  label,
  link: `${publicUrl}/dashboard/billing`,
});

const periods = { month: 'por mês', year: 'por ano' } as const;

function costs({ priceCents, period, until, renews }: MailData<'subscription-began'>): string {
  const price = `Ele custa ${formatCurrency(priceCents)} ${periods[period]}`;
  return renews ? `${price} e se renova em ${day(until)}.` : `${price} e vale até ${day(until)}.`;
}

const reasons = {
  cancelled: ', e nada mais será cobrado',
  unpaid: ' porque o pagamento não foi aprovado, e nada mais será cobrado',
  refunded: ' porque o pagamento dela foi devolvido, e nada mais será cobrado',
} as const satisfies Record<MailData<'subscription-ended'>['reason'], string>;

export const subscriptionMails = {
  'subscription-began': (data, setting) => ({
    subject: `Sua assinatura do ${setting.productName} começou`,
    title: greeting(data.name),
    before: [`Sua assinatura do plano ${sanitizeName(data.plan)} começou e já vale.`, costs(data)],
    button: billingButton('Ver assinatura', setting),
    after: 'Você pode mudar de plano ou cancelar quando quiser.',
  }),
  'subscription-changed': (data, setting) => ({
    subject: `Seu plano no ${setting.productName} mudou`,
    title: greeting(data.name),
    before: [`Seu plano agora é o ${sanitizeName(data.plan)}.`, costs(data)],
    button: billingButton('Ver assinatura', setting),
    after: 'Se não foi você que mudou o plano, responda a este e-mail.',
  }),
  'subscription-resumed': (data, setting) => ({
    subject: `Sua assinatura do ${setting.productName} foi retomada`,
    title: greeting(data.name),
    before: [`O cancelamento do plano ${sanitizeName(data.plan)} foi desfeito.`, costs(data)],
    button: billingButton('Ver assinatura', setting),
    after: 'Você pode cancelar de novo quando quiser.',
  }),
  'subscription-cancelled': ({ name, plan, until }, setting) => ({
    subject: `Sua assinatura do ${setting.productName} foi cancelada`,
    title: greeting(name),
    before: [
      `Sua assinatura do plano ${sanitizeName(plan)} foi cancelada, e nada mais será cobrado.`,
      `Você usa o plano até ${day(until)}; depois sua conta passa ao gratuito, e suas transcrições continuam com você.`,
    ],
    button: billingButton('Retomar assinatura', setting),
    after: 'Até essa data você pode mudar de ideia.',
  }),
  'subscription-ended': ({ name, plan, endedAt, reason }, { productName, publicUrl }) => ({
    subject: `Sua assinatura do ${productName} terminou`,
    title: greeting(name),
    before: [
      `Sua assinatura do plano ${sanitizeName(plan)} terminou em ${day(endedAt)}${reasons[reason]}.`,
      'Sua conta está no plano gratuito, e suas transcrições e seus resumos continuam com você.',
    ],
    button: { label: 'Ver planos', link: `${publicUrl}/dashboard/plano` },
    after: 'Você pode assinar de novo quando quiser.',
  }),
  'payment-failed': ({ name, graceUntil }, setting) => ({
    subject: `O pagamento do seu plano no ${setting.productName} não foi aprovado`,
    title: greeting(name),
    before: [
      'Não conseguimos cobrar a sua assinatura: o cartão recusou o pagamento.',
      `Seu plano continua até ${day(graceUntil)}. Atualize o cartão até lá para não o perder; nada do que é seu será apagado.`,
    ],
    button: billingButton('Atualizar o cartão', setting),
    after: 'Se o pagamento já foi feito, desconsidere este aviso.',
  }),
} satisfies Partial<Letters>;
