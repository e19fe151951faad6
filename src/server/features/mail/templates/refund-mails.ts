import { formatCurrency } from '#domain/format/money.ts';
import type { Letters } from '../mail.ts';
import { answerTo, greeting, sanitizeName } from './layout.ts';

export const refundMails = {
  'refund-made': ({ name, amountCents }, { productName, publicUrl }) => ({
    subject: `Seu reembolso no ${productName} foi feito`,
    title: greeting(name),
    before: [
      `O reembolso que você pediu foi feito: ${formatCurrency(amountCents)} voltam para o mesmo cartão.`,
      'O banco leva alguns dias para mostrar o valor na fatura. Suas transcrições e seus resumos continuam com você.',
    ],
    button: { label: 'Ver pagamentos', link: `${publicUrl}/dashboard/billing` },
    after: 'Se o valor não aparecer em duas faturas, responda a este e-mail.',
  }),
  /** For our own support mailbox: the law requires this refund, but Stripe will not send it by itself. */
  'refund-refused': ({ name, email, amountCents, paymentIntentId }) => {
    const person = sanitizeName(name) || email;
    const amount = formatCurrency(amountCents);
    return {
      subject: `Reembolso recusado pelo Stripe: ${person}`,
      title: `O Stripe recusou um reembolso de ${amount}`,
      before: [
        `${person} (${email}) pediu ${amount} de volta no prazo, e o plano já terminou. O Stripe não aceitou devolver o pagamento ${sanitizeName(paymentIntentId)}.`,
        'O pedido continua valendo e é repetido uma vez por dia. Veja no painel do Stripe o motivo (saldo insuficiente ou contestação, por exemplo) e devolva o valor por lá, se for preciso.',
      ],
      ...answerTo({ name: person, email }, 'quem pediu o reembolso'),
    };
  },
  /** For our own support mailbox: we hold money that a customer expects. */
  'refund-returned': ({ name, email, amountCents, paymentIntentId }) => {
    const person = sanitizeName(name) || email;
    return {
      subject: `Reembolso devolvido pelo banco: ${person}`,
      title: `Um reembolso de ${formatCurrency(amountCents)} voltou do banco`,
      before: [
        `O Stripe tinha aceitado o reembolso do pagamento ${sanitizeName(paymentIntentId)} de ${person} (${email}), mas o banco do cartão o devolveu. O valor está de novo no saldo do Stripe.`,
        'O Stripe não tenta outra vez, e repetir no mesmo cartão costuma falhar de novo. Combine com a pessoa outra forma de devolver, como Pix. Ela já recebeu um aviso.',
      ],
      ...answerTo({ name: person, email }, 'quem espera o reembolso'),
    };
  },
  'refund-stuck': ({ name, amountCents }, { productName, publicUrl }) => ({
    subject: `Seu reembolso no ${productName} voltou do banco`,
    title: greeting(name),
    before: [
      `O banco do seu cartão não aceitou o reembolso de ${formatCurrency(amountCents)} que fizemos. Isso acontece, por exemplo, quando o cartão foi cancelado ou venceu.`,
      'O dinheiro voltou para nós e continua sendo seu. Responda a este e-mail para combinarmos outra forma de devolver, como Pix.',
    ],
    button: { label: 'Ver pagamentos', link: `${publicUrl}/dashboard/billing` },
    after: 'Não é preciso pedir o reembolso de novo.',
  }),
} satisfies Partial<Letters>;
