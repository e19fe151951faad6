import type Stripe from 'stripe';
import { planTitle } from '#domain/plans.ts';
import type { SoldPlan } from './payments.ts';
import { isMissing } from './stripe-errors.ts';

const intervals = { Mensal: 'month', Anual: 'year' } as const;
export const currency = 'brl';

/** The metadata stays on a price after its lookup key moved to a newer one, so that its subscribers keep the plan. */
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
 * Finds the price by its lookup key, which is the plan's id. Stripe prices are immutable: if the plan's row has
 * another price, a new one takes over the key. Existing subscribers stay on the old price.
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
    // Includes the previous price, so that a price which changes back on the same day still gets a new key.
    { idempotencyKey: `price:${plan.id}:${plan.priceCents}:${plan.billingPeriod}:${current?.id ?? 'first'}` },
  );
  return id;
}
