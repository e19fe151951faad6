import { expect, test } from 'vitest';
import type { Payment } from '#contract/billing.ts';
import { readPlanUsage } from '#contract/plan-usage.ts';
import type { PlanCard } from '#contract/plans.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { seededPlans } from '#tests/helpers/seeded-plans.ts';
import { changeText } from './choice/change-plan-dialog.tsx';
import {
  buildOffers,
  comparisonRows,
  perMonthCents,
  planForPeriod,
  savingPercent,
  savingText,
} from './plans/plan-offers.ts';
import { formatPrice, fullPlanName } from './plans/plan-text.ts';
import { refundChoice } from './subscription/refund-part.tsx';
import { subscriptionStatusText } from './subscription/subscription-text.ts';

const named = (id: string) => seededPlans.find((plan) => plan.id === id) as PlanCard;
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test('the two periods of a plan share one card, in second place at any price', () => {
  expect(buildOffers(seededPlans).map(({ key }) => key)).toEqual(['free', 'basic', 'premium']);
  const dearBasic = seededPlans.map((plan) =>
    plan.id.startsWith('basic') ? { ...plan, price_cents: plan.price_cents * 10 } : plan,
  );
  expect(buildOffers(dearBasic).map(({ key }) => key)).toEqual(['free', 'basic', 'premium']);
  const [, basic] = buildOffers(seededPlans);
  if (basic === undefined) throw new Error('no basic plan');
  expect([planForPeriod(basic, 'monthly').id, planForPeriod(basic, 'annual').id]).toEqual([
    'basic-monthly',
    'basic-annual',
  ]);
});

test('one period has the featured badge, and a shared card shows it for both periods', () => {
  expect(seededPlans.filter((plan) => plan.is_featured).map(({ id }) => id)).toEqual(['basic-monthly']);
  const offers = buildOffers(seededPlans);
  const featured = (period: 'monthly' | 'annual') =>
    offers.map((offer) => planForPeriod(offer, period)).filter((plan) => plan.is_featured);
  expect(featured('annual')).toMatchObject([{ id: 'basic-annual' }]);
  expect(featured('monthly')).toMatchObject([{ id: 'basic-monthly' }]);
});

test('the comparison shows a plan with monthly billing only for both periods', () => {
  const [free] = buildOffers(seededPlans);
  if (free === undefined) throw new Error('no free plan');
  expect(planForPeriod(free, 'annual').id).toBe('free');
  expect(savingPercent(free)).toBeUndefined();
});

test('the saving is one minus the annual price over twelve months, and no saving shows no text', () => {
  const offer = { key: 'basic', monthly: named('basic-monthly'), annual: named('basic-annual') };
  expect(savingText(offer)).toBe('Economize ~16%!');
  expect(perMonthCents(offer.annual)).toBe(2_499);
  expect(savingText({ ...offer, annual: { ...offer.annual, price_cents: 2_990 * 12 } })).toBeUndefined();
});

test('prices are in reais, and a price of zero is a word', () => {
  expect(plain(formatCurrency(29_990))).toBe('R$ 299,90');
  expect(plain(formatCurrency(123_456_78))).toBe('R$ 123.456,78');
  expect(formatPrice(0)).toBe('Grátis');
});

test("the comparison has six rows, computed from the plan's limits", () => {
  const linesOf = (plan: PlanCard) => comparisonRows.map(({ label, textOf }) => `${label}: ${textOf(plan)}`);
  expect(linesOf(named('free'))).toEqual([
    'Horas por mês: 5 horas',
    'Limite por arquivo: 10 minutos',
    'Espaço para arquivos: 5 GB',
    'Resumos com IA: Sim',
    'Formatos de download: SRT e VTT',
    'Marca d’água: Com marca d’água',
  ]);
  expect(linesOf({ ...named('premium'), hours_per_month: 1, max_file_minutes: 90 })).toEqual([
    'Horas por mês: 1 hora',
    'Limite por arquivo: 90 minutos',
    'Espaço para arquivos: 50 GB',
    'Resumos com IA: Sim',
    'Formatos de download: SRT, VTT, TXT, PDF, Word e JSON',
    'Marca d’água: Sem marca d’água',
  ]);
});

test('the status text says what the subscription does next, and is empty without one', () => {
  const billing = {
    is_available: true,
    plan: 'basic-monthly',
    plan_name: 'Básico',
    subscribed_plan: 'basic-monthly',
    status: 'active',
    current_period_end: '2026-12-21T12:00:00.000Z',
    cancel_at_period_end: false,
    grace_until: null,
  } as const;
  expect(subscriptionStatusText(billing)).toBe('Renova em 21 de dezembro de 2026.');
  expect(subscriptionStatusText({ ...billing, status: 'cancels_at' })).toMatch(
    /vale até 21 de dezembro de 2026/,
  );
  expect(
    subscriptionStatusText({ ...billing, status: 'past_due', grace_until: '2026-11-28T12:00:00.000Z' }),
  ).toMatch(/não foi aprovado.*28 de novembro de 2026/);
  expect(subscriptionStatusText({ ...billing, status: 'none', current_period_end: null })).toBeUndefined();
});

test('the change text shows the amount due now by Stripe and the next renewal', () => {
  const [monthly, annual] = [named('basic-monthly'), named('basic-annual')];
  const renews_at = '2027-11-21T12:00:00.000Z';
  const changeTextFor = (
    plan: PlanCard,
    due_cents: number,
    credit_cents = 0,
    status: 'active' | 'cancels_at' = 'active',
  ) => plain(changeText({ plan, preview: { due_cents, credit_cents, renews_at }, status }));
  expect(changeTextFor(annual, 27_000)).toMatch(
    /^O cartão da assinatura paga R\$ 270,00 agora: R\$ 299,90\/ano, menos .* se renova em 21 de novembro de 2027, por R\$ 299,90\/ano\.$/,
  );
  // A credit that covers the whole price means no charge.
  expect(changeTextFor(annual, 0)).toMatch(/^Nada é cobrado agora: .* cobre R\$ 299,90\/ano\./);
  expect(changeTextFor(monthly, 0, 27_000)).toMatch(/nada é cobrado\. Você fica com R\$ 270,00 de crédito/);
  expect(changeTextFor(annual, 27_000)).not.toContain('cancelamento');
  expect(changeTextFor(annual, 27_000, 0, 'cancels_at')).toContain(
    'Com a troca, o cancelamento é desfeito: a assinatura volta a se renovar em 21 de novembro de 2027, por R$ 299,90/ano.',
  );
  expect([fullPlanName(annual), fullPlanName(named('free'))]).toEqual(['Básico anual', 'Free']);
});

const payment: Payment = {
  plan: 'Básico',
  value: 2_990,
  date: '2026-11-21T12:00:00.000Z',
  payment_intent_id: 'pi_1',
  status: 'paid',
  refundable_until: '2026-11-28T12:00:00.000Z',
  refund: { total_cents: 2_990, payment_count: 1, credit_cents: 0, ends_plan: true },
  invoice_url: null,
};

test('a refund applies to the refundable payment, and a refusal explains the rule', () => {
  const late: Payment = { ...payment, payment_intent_id: 'pi_0', refundable_until: null };
  const choice = (payments: Payment[]) => refundChoice(payments, 'active');
  expect(choice([payment, late])).toMatchObject({ canBeAsked: true, paymentIntentId: 'pi_1' });
  expect(choice([late])).toMatchObject({ canBeAsked: false, paymentIntentId: 'pi_0' });
  expect(choice([late]).text).toMatch(/7 dias.*art\. 49.* usar o plano até o fim do período pago/);
  // After a failed payment, cancelling ends the plan at once.
  expect(refundChoice([late], 'past_due').text).toMatch(/não foi aprovado, o plano termina na hora/);
  expect(refundChoice([late], 'cancels_at').text).toMatch(/já está cancelada/);
  expect(choice([{ ...late, status: 'refunded' }]).text).toMatch(/já foi devolvido/);
  // A recent payment, partly refunded: the text must not mention an expired period.
  expect(choice([{ ...late, status: 'partly_refunded' }]).text).toMatch(
    /^Parte .* já foi devolvida\. .* suporte\./,
  );
  // The bank returned the refund within the seven days, so the same card is not offered again.
  expect(choice([{ ...late, status: 'refund_returned' }])).toMatchObject({
    canBeAsked: false,
    text: expect.stringMatching(/^O banco do cartão devolveu .* continua seu: fale com o suporte/),
  });
  expect(choice([{ ...payment, payment_intent_id: '' }]).text).toBe(
    'Não foi possível identificar o pagamento.',
  );
});

test('an answer without limits uses the defaults', () => {
  const usage = { usedHours: 1, features: [] };
  expect(readPlanUsage({ ...usage, plan: 'free' })).toMatchObject({ hoursLimit: 5, maxFileMinutes: 10 });
  expect(readPlanUsage({ ...usage, plan: 'outro' })).toMatchObject({ hoursLimit: 50, maxFileMinutes: 60 });
  expect(readPlanUsage({ ...usage, plan: 'outro', hoursLimit: 10 })).toMatchObject({ hoursLimit: 10 });
});
