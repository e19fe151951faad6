import type { BillingDeps } from './billing-deps.ts';
import type { BillingDecision } from './decide-state.ts';
import { endSubscription } from './end-subscription.ts';
import type { Held } from './hold-customer.ts';
import { type Synced, syncHeld } from './sync-held.ts';

/**
 * Seven days without a payment: the plan is free by then, and the card is not to be tried any more. A payment that came
 * later still would bring the subscription back, maybe beside a new one.
 */
export async function endOverdue(
  deps: BillingDeps,
  held: Held,
  { customerId, decision }: Synced,
): Promise<BillingDecision> {
  const { status, plan, subscription } = decision;
  if (status !== 'past_due' || plan !== 'free' || subscription === undefined || customerId === undefined)
    return decision;
  await endSubscription(deps, held, { customerId, subscription });
  return (await syncHeld(deps, held)).decision;
}
