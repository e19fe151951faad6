import type Stripe from 'stripe';
import { planTitle } from '#domain/plans.ts';
import type { SoldPlan } from './payments.ts';
import { isMissing } from './stripe-errors.ts';

const intervals = { Mensal: 'month', Anual: 'year' } as const;
export const currency = 'brl';

/** The mark stays on a price whose lookup key went to a newer one: who bought it then keeps the plan. */
export const planOfPrice = ({ metadata, lookup_key }: Pick<Stripe.Price, 'metadata' | 'lookup_key'>) =>
  metadata?.plan_id ?? lookup_key ?? undefined;

async function ensureProduct(stripe: Stripe, plan: SoldPlan): Promise<string> {
  const id = `escriba_${plan.id}`;
  const wanted = { name: planTitle(plan), description: plan.description, metadata: { plan_id: plan.id } };
  try {
    const { name, description, active } = await stripe.products.retrieve(id);
    if (name !== wanted.name || description !== wanted.description || !active)
      await stripe.products.update(id, { ...wanted, active: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
    await stripe.products.create({ id, ...wanted }, { idempotencyKey: `product:${plan.id}` });
  }
  return id;
}

const fits = (price: Stripe.Price, plan: SoldPlan) =>
  price.unit_amount === plan.priceCents &&
  price.currency === currency &&
  price.recurring?.interval === intervals[plan.billingPeriod] &&
  price.recurring.interval_count === 1;

/**
 * Found by lookup key, which is the plan's id. A price cannot change: where the plan's row says another one, a new one
 * takes the key over, and who subscribed at the old price stays on it.
 */
export async function priceOf(stripe: Stripe, plan: SoldPlan): Promise<string> {
  const { data } = await stripe.prices.list({ lookup_keys: [plan.id], active: true, limit: 1 });
  const [current] = data;
  if (current !== undefined && fits(current, plan)) return current.id;
  const product = await ensureProduct(stripe, plan);
  const { id } = await stripe.prices.create(
    {
      product,
      currency,
      unit_amount: plan.priceCents,
      recurring: { interval: intervals[plan.billingPeriod] },
      lookup_key: plan.id,
      transfer_lookup_key: true,
      nickname: planTitle(plan),
      metadata: { plan_id: plan.id },
    },
    // With the price that it follows: a price that goes up and down again in one day is a new one each time.
    { idempotencyKey: `price:${plan.id}:${plan.priceCents}:${plan.billingPeriod}:${current?.id ?? 'first'}` },
  );
  return id;
}
