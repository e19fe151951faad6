import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { stripeControls } from './stripe-controls.ts';

const dayMs = 86_400_000;

/**
 * Starts a product whose clock moves together with Stripe's. Tests call its features directly, because
 * sessions expire.
 */
export async function startWithMovedClock() {
  let aheadMs = 0;
  const product = await startTestProduct({}, { now: () => new Date(Date.now() + aheadMs) });
  const stripe = stripeControls(product.sandboxUrl);
  return {
    ...product,
    // A getter, as in the product: a copy would keep the closed product in memory.
    get deps() {
      return product.deps;
    },
    stripe: {
      ...stripe,
      advanceDays: async (days: number) => {
        aheadMs += days * dayMs;
        await stripe.advanceDays(days);
      },
    },
  };
}
