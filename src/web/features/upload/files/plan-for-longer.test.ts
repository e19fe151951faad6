import { expect, test } from 'vitest';
import type { PlanCard } from '#contract/plans.ts';
import { planForLonger } from './plan-for-longer.ts';

type Offered = Pick<PlanCard, 'id' | 'name' | 'price_cents' | 'billing_period' | 'max_file_minutes'>;
const plan = (offered: Offered, isComingSoon = false) =>
  ({ ...offered, is_coming_soon: isComingSoon }) as PlanCard;

const monthly = plan({
  id: 'm',
  name: 'Básico',
  price_cents: 2_990,
  billing_period: 'Mensal',
  max_file_minutes: 60,
});
const annual = plan({
  id: 'a',
  name: 'Básico',
  price_cents: 29_900,
  billing_period: 'Anual',
  max_file_minutes: 60,
});
const student = plan({
  id: 's',
  name: 'Estudante',
  price_cents: 12_000,
  billing_period: 'Anual',
  max_file_minutes: 60,
});
const long = plan({
  id: 'l',
  name: 'Pro',
  price_cents: 5_990,
  billing_period: 'Mensal',
  max_file_minutes: 240,
});
const soon = plan(
  { id: 'x', name: 'Logo', price_cents: 100, billing_period: 'Mensal', max_file_minutes: 600 },
  true,
);
const free = plan({
  id: 'f',
  name: 'Gratuito',
  price_cents: 0,
  billing_period: 'Mensal',
  max_file_minutes: 10,
});

const offer = (plans: PlanCard[], minutes: number) =>
  planForLonger(plans, { seconds: minutes * 60, maxFileMinutes: 10 })?.id;

test('the offered plan is the cheapest for a month that accepts the file, in any order of the list', () => {
  expect(offer([free, monthly, long, student, annual], 40)).toBe('s');
  expect(offer([annual, long, monthly, soon, free], 40)).toBe('m');
  expect(offer([monthly, annual, long, soon], 90)).toBe('l');
  expect(offer([monthly, annual, soon], 90)).toBeUndefined();
});
