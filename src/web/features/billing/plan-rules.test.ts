import { expect, test } from 'vitest';
import type { Payment } from '#contract/billing.ts';
import { readPlanUsage } from '#contract/plan-usage.ts';
import type { PlanCard } from '#contract/plans.ts';
import { seededPlans } from '#tests/seeded-plans.ts';
import { formatCurrency, formatPrice } from '../../format/price.ts';
import { changeText } from './choice/change-plan-dialog.tsx';
import {
  buildOffers,
  comparisonRows,
  perMonthCents,
  planForPeriod,
  savingPercent,
  savingText,
} from './public/plan-offers.ts';
import { fullPlanName, subscriptionStatusText } from './public/status-text.ts';
import { refundChoice } from './subscription/refund-part.tsx';
import { renewalDay } from './subscription/usage-part.tsx';

const named = (id: string) => seededPlans.find((plan) => plan.id === id) as PlanCard;
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

test('the two periods of a plan are one card, in the second place whatever it costs', () => {
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

test('of two periods one card is the most popular; where they are one card, it is so on both sides', () => {
  expect(seededPlans.filter((plan) => plan.is_featured).map(({ id }) => id)).toEqual(['basic-monthly']);
  const offers = buildOffers(seededPlans);
  const featured = (period: 'monthly' | 'annual') =>
    offers.map((offer) => planForPeriod(offer, period)).filter((plan) => plan.is_featured);
  expect(featured('annual')).toMatchObject([{ id: 'basic-annual' }]);
  expect(featured('monthly')).toMatchObject([{ id: 'basic-monthly' }]);
});

test('a plan that is sold by the month only is shown whatever the switch says', () => {
  const [free] = buildOffers(seededPlans);
  if (free === undefined) throw new Error('no free plan');
  expect(planForPeriod(free, 'annual').id).toBe('free');
  expect(savingPercent(free)).toBeUndefined();
});

test('the saving is one minus the year over twelve months; where nothing is saved nothing is said', () => {
  const offer = { key: 'basic', monthly: named('basic-monthly'), annual: named('basic-annual') };
  expect(savingText(offer)).toBe('Economize ~16%!');
  expect(perMonthCents(offer.annual)).toBe(2_499);
  expect(savingText({ ...offer, annual: { ...offer.annual, price_cents: 2_990 * 12 } })).toBeUndefined();
});

test('prices are in reais, and nothing to pay is said in a word', () => {
  expect(plain(formatCurrency(29_990))).toBe('R$ 299,90');
  expect(plain(formatCurrency(123_456_78))).toBe('R$ 123.456,78');
  expect(formatPrice(0)).toBe('Grátis');
});

test('the comparison has the five lines, read from what a plan allows', () => {
  const linesOf = (plan: PlanCard) => comparisonRows.map(({ label, textOf }) => `${label}: ${textOf(plan)}`);
  expect(linesOf(named('free'))).toEqual([
    'Horas por mês: 5 horas',
    'Limite por arquivo: 10 minutos',
    'Resumos com IA: Sim',
    'Formatos de download: SRT e VTT',
    'Marca d’água: Com marca d’água',
  ]);
  expect(linesOf({ ...named('premium'), hours_per_month: 1, max_file_minutes: 90 })).toEqual([
    'Horas por mês: 1 hora',
    'Limite por arquivo: 90 minutos',
    'Resumos com IA: Sim',
    'Formatos de download: SRT, VTT, TXT, PDF, Word e JSON',
    'Marca d’água: Sem marca d’água',
  ]);
});

test('hours renew on the first day of next month, as São Paulo counts them', () => {
  expect(renewalDay(new Date('2026-11-21T12:00:00Z'))).toBe('2026-12-01T15:00:00.000Z');
  expect(renewalDay(new Date('2026-12-01T02:59:00Z'))).toBe('2026-12-01T15:00:00.000Z');
  expect(renewalDay(new Date('2026-12-31T12:00:00Z'))).toBe('2027-01-01T15:00:00.000Z');
});

test('what a subscription will do next is said, and nothing where none is', () => {
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

test('what a change costs now is said as Stripe counts it, and when it costs again', () => {
  const [monthly, annual] = [named('basic-monthly'), named('basic-annual')];
  const renews_at = '2027-11-21T12:00:00.000Z';
  const said = (
    plan: PlanCard,
    due_cents: number,
    credit_cents = 0,
    status: 'active' | 'cancels_at' = 'active',
  ) => plain(changeText({ plan, preview: { due_cents, credit_cents, renews_at }, status }));
  expect(said(annual, 27_000)).toMatch(
    /^O cartão da assinatura paga R\$ 270,00 agora: R\$ 299,90\/ano, menos .* se renova em 21 de novembro de 2027, por R\$ 299,90\/ano\.$/,
  );
  // A credit that pays for all of it is no charge.
  expect(said(annual, 0)).toMatch(/^Nada é cobrado agora: .* cobre R\$ 299,90\/ano\./);
  expect(said(monthly, 0, 27_000)).toMatch(/nada é cobrado\. Você fica com R\$ 270,00 de crédito/);
  expect(said(annual, 27_000)).not.toContain('cancelamento');
  expect(said(annual, 27_000, 0, 'cancels_at')).toContain(
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

test('a refund is asked for the payment that may still go back, and refused with the rule', () => {
  const late: Payment = { ...payment, payment_intent_id: 'pi_0', refundable_until: null };
  const choice = (payments: Payment[]) => refundChoice(payments, 'active');
  expect(choice([payment, late])).toMatchObject({ canBeAsked: true, paymentIntentId: 'pi_1' });
  expect(choice([late])).toMatchObject({ canBeAsked: false, paymentIntentId: 'pi_0' });
  expect(choice([late]).text).toMatch(/7 dias.*art\. 49.* usar o plano até o fim do período pago/);
  // Where the payment failed, cancelling ends the plan at once.
  expect(refundChoice([late], 'past_due').text).toMatch(/não foi aprovado, o plano termina na hora/);
  expect(refundChoice([late], 'cancels_at').text).toMatch(/já está cancelada/);
  expect(choice([{ ...late, status: 'refunded' }]).text).toMatch(/já foi devolvido/);
  // One of today, of which a part went back: no word of a time that is over.
  expect(choice([{ ...late, status: 'partly_refunded' }]).text).toMatch(
    /^Parte .* já foi devolvida\. .* suporte\./,
  );
  // Sent back by the bank within the seven days: the same card is not offered again.
  expect(choice([{ ...late, status: 'refund_returned' }])).toMatchObject({
    canBeAsked: false,
    text: expect.stringMatching(/^O banco do cartão devolveu .* continua seu: fale com o suporte/),
  });
  expect(choice([{ ...payment, payment_intent_id: '' }]).text).toBe(
    'Não foi possível identificar o pagamento.',
  );
});

test('an answer without figures means the usual ones', () => {
  const usage = { usedHours: 1, features: [] };
  expect(readPlanUsage({ ...usage, plan: 'free' })).toMatchObject({ hoursLimit: 5, maxFileMinutes: 10 });
  expect(readPlanUsage({ ...usage, plan: 'outro' })).toMatchObject({ hoursLimit: 50, maxFileMinutes: 60 });
  expect(readPlanUsage({ ...usage, plan: 'outro', hoursLimit: 10 })).toMatchObject({ hoursLimit: 10 });
});
