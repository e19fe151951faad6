import { expect, test } from 'vitest';
import type { Payment } from '#contract/billing.ts';
import { refundChoice } from './refund-part.tsx';
import { cancellationText, creditKeptText, creditText } from './subscription-text.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const payment: Payment = {
  plan: 'Básico anual',
  value: 27_000,
  date: '2026-11-21T12:00:00.000Z',
  payment_intent_id: 'pi_1',
  status: 'paid',
  refundable_until: '2026-11-28T12:00:00.000Z',
  refund: { total_cents: 27_000, payment_count: 1, credit_cents: 0, ends_plan: true },
  invoice_url: null,
};
const textFor = (refund: Partial<NonNullable<Payment['refund']>>) => {
  const offered = { ...(payment.refund as NonNullable<Payment['refund']>), ...refund };
  return plain(refundChoice([{ ...payment, refund: offered }], 'active').text);
};

test('the dialog states the total refund, the remaining credit, and whether the plan ends', () => {
  expect(textFor({})).toMatch(
    /^Devolvemos R\$ 270,00, pagos em 21 de novembro de 2026, no mesmo cartão, e seu/,
  );
  expect(textFor({ total_cents: 29_990, payment_count: 2 })).toContain(
    'Devolvemos R$ 299,90, a soma dos seus 2 últimos pagamentos, no mesmo cartão',
  );
  expect(textFor({ credit_cents: 27_034 })).toContain(
    'R$ 270,34, que vieram de pagamentos mais antigos, ficam',
  );
  expect(textFor({ ends_plan: false })).toMatch(/no mesmo cartão\. O plano que você tem agora não muda\.$/);
});

test('the page shows a pending refund, and offers no second request', () => {
  const pending: Payment = { ...payment, status: 'refund_pending', refundable_until: null, refund: null };
  const { canBeAsked, text } = refundChoice([pending], 'none');
  expect([canBeAsked, plain(text)]).toEqual([
    false,
    expect.stringMatching(/já foi pedido e está em andamento/),
  ]);
});

test('the page names the credit beside the plan and in the cancellation', () => {
  expect(plain(creditText(24_534))).toBe(
    'Crédito: R$ 245,34, usados nas próximas cobranças antes do cartão.',
  );
  expect(plain(creditKeptText(24_534))).toContain('R$ 245,34 não se perde');
  const billing = {
    is_available: true,
    plan: 'basic-monthly',
    plan_name: 'Básico mensal',
    subscribed_plan: 'basic-monthly',
    status: 'active',
    current_period_end: '2026-12-21T12:00:00.000Z',
    cancel_at_period_end: false,
    grace_until: null,
  } as const;
  expect(plain(cancellationText(billing, 24_534))).toContain(plain(creditKeptText(24_534)));
  expect(cancellationText(billing, 0)).not.toContain('crédito');
});
