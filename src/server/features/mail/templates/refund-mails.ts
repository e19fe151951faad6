import { formatCurrency } from '#domain/format/money.ts';
import type { MailData, MailSetting, RenderedMail } from '../mail.ts';
import { firstName, type MailContent, renderHtml, renderText, sanitizeName } from './layout.ts';

export function refundMade(data: MailData<'refund-made'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      `O reembolso que você pediu foi feito: ${formatCurrency(data.amountCents)} voltam para o mesmo cartão.`,
      'O banco leva alguns dias para mostrar o valor na fatura. Suas transcrições e seus resumos continuam com você.',
    ],
    button: { label: 'Ver pagamentos', link: `${setting.publicUrl}/dashboard/billing` },
    after: 'Se o valor não aparecer em duas faturas, responda a este e-mail.',
  };
  return {
    subject: `Seu reembolso no ${setting.productName} foi feito`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}

/** For our own support mailbox: the law requires this refund, but Stripe will not send it by itself. */
export function refundRefused(data: MailData<'refund-refused'>, setting: MailSetting): RenderedMail {
  const person = sanitizeName(data.name) || data.email;
  const amount = formatCurrency(data.amountCents);
  const content: MailContent = {
    title: `O Stripe recusou um reembolso de ${amount}`,
    before: [
      `${person} (${data.email}) pediu ${amount} de volta no prazo, e o plano já terminou. O Stripe não aceitou devolver o pagamento ${sanitizeName(data.paymentIntentId)}.`,
      'O pedido continua valendo e é repetido uma vez por dia. Veja no painel do Stripe o motivo (saldo insuficiente ou contestação, por exemplo) e devolva o valor por lá, se for preciso.',
    ],
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem pediu o reembolso.',
  };
  return {
    subject: `Reembolso recusado pelo Stripe: ${person}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: person, address: data.email },
  };
}

/** For our own support mailbox: we hold money that a customer expects. */
export function refundReturned(data: MailData<'refund-returned'>, setting: MailSetting): RenderedMail {
  const person = sanitizeName(data.name) || data.email;
  const amount = formatCurrency(data.amountCents);
  const content: MailContent = {
    title: `Um reembolso de ${amount} voltou do banco`,
    before: [
      `O Stripe tinha aceitado o reembolso do pagamento ${sanitizeName(data.paymentIntentId)} de ${person} (${data.email}), mas o banco do cartão o devolveu. O valor está de novo no saldo do Stripe.`,
      'O Stripe não tenta outra vez, e repetir no mesmo cartão costuma falhar de novo. Combine com a pessoa outra forma de devolver, como Pix. Ela já recebeu um aviso.',
    ],
    button: { label: 'Responder', link: `mailto:${data.email}` },
    after: 'Se preferir, responda a este e-mail: a resposta vai para quem espera o reembolso.',
  };
  return {
    subject: `Reembolso devolvido pelo banco: ${person}`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
    replyTo: { name: person, address: data.email },
  };
}

export function refundStuck(data: MailData<'refund-stuck'>, setting: MailSetting): RenderedMail {
  const content: MailContent = {
    title: ['Olá', firstName(data.name)].filter((part) => part !== '').join(', '),
    before: [
      `O banco do seu cartão não aceitou o reembolso de ${formatCurrency(data.amountCents)} que fizemos. Isso acontece, por exemplo, quando o cartão foi cancelado ou venceu.`,
      'O dinheiro voltou para nós e continua sendo seu. Responda a este e-mail para combinarmos outra forma de devolver, como Pix.',
    ],
    button: { label: 'Ver pagamentos', link: `${setting.publicUrl}/dashboard/billing` },
    after: 'Não é preciso pedir o reembolso de novo.',
  };
  return {
    subject: `Seu reembolso no ${setting.productName} voltou do banco`,
    text: renderText(content, setting),
    html: renderHtml(content, setting),
  };
}
