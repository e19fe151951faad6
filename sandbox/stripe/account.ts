import type { CardKind, Customer } from './objects/customer.ts';
import { newPaymentMethod } from './objects/customer.ts';
import { type EventType, newEvent, type StripeEvent } from './objects/event.ts';
import { type Presenting, present } from './present.ts';
import type { AnyObject, Store } from './store.ts';

/** What the rules of this Stripe work on. */
export type Account = Presenting &
  Readonly<{
    now: () => number;
    /** While a rule runs, the clock shows the moment at which what it does was due. */
    at: <T>(seconds: number, work: () => T) => T;
    emit: (type: EventType, object: AnyObject, previous?: Record<string, unknown>) => void;
  }>;

type Options = { store: Store; baseUrl: () => string; onEvent: (event: StripeEvent) => void };

export function openAccount({ store, baseUrl, onEvent }: Options): Account {
  let fixed: number | undefined;
  const now = () => fixed ?? Math.floor(Date.now() / 1_000) + store.state.clockOffsetSeconds;
  return {
    store,
    baseUrl,
    now,
    at: (seconds, work) => {
      fixed = seconds;
      try {
        return work();
      } finally {
        fixed = undefined;
      }
    },
    emit: (type, object, previous) => {
      const shown = present(object, { store, baseUrl });
      const input = { type, object: shown, ...(previous === undefined ? {} : { previous }) };
      onEvent(store.add(newEvent(input, { now: now() })));
    },
  };
}

/** A new card pays from then on for the customer and all that runs. */
export function takeCard(account: Account, customer: Customer, kind: CardKind) {
  const card = account.store.add(newPaymentMethod({ customer, kind }, { now: account.now() }));
  customer.sandbox.failNextPayments = 0;
  return card;
}
