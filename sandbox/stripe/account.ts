import { type AnyObject, fromFixture, type ObjectOf } from './objects.ts';
import { type Showing, show } from './show.ts';
import type { Store } from './store.ts';

export type EventType =
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.updated'
  | 'customer.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'invoice.voided'
  | 'charge.refunded'
  | 'charge.dispute.created'
  | 'charge.dispute.closed'
  | 'refund.created'
  | 'refund.failed';

/** The one account of this Stripe: its objects, its clock and its events. Times are seconds since 1970. */
export type Account = Showing &
  Readonly<{
    now: () => number;
    /** While `work` runs, the clock shows the moment at which the work fell due. */
    at: (seconds: number, work: () => void) => void;
    emit: (type: EventType, object: AnyObject) => void;
  }>;

type Options = { store: Store; baseUrl: () => string; onEvent: (event: ObjectOf<'event'>) => void };

export function openAccount({ store, baseUrl, onEvent }: Options): Account {
  let fixed: number | undefined;
  const now = () => fixed ?? Math.floor(Date.now() / 1_000) + store.state.clockOffsetSeconds;
  const showing = { ...store, baseUrl };
  return {
    ...showing,
    now,
    at: (seconds, work) => {
      fixed = seconds;
      try {
        work();
      } finally {
        fixed = undefined;
      }
    },
    emit: (type, object) =>
      onEvent(fromFixture('event', { type, created: now(), data: { object: show(showing, object) } })),
  };
}
