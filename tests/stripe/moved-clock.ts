import { startTestProduct } from '../start-test-product.ts';
import { stripeControls } from './stripe-controls.ts';

const dayMs = 86_400_000;

/**
 * Starts the product and its Stripe with one clock that the test can move. Sessions expire then, so call features
 * directly.
 */
export async function startWithMovedClock() {
  let aheadMs = 0;
  const product = await startTestProduct({}, { now: () => new Date(Date.now() + aheadMs) });
  const stripe = stripeControls(product.sandboxUrl);
  return {
    ...product,
    stripe: {
      ...stripe,
      advanceDays: async (days: number) => {
        aheadMs += days * dayMs;
        await stripe.advanceDays(days);
      },
    },
  };
}
