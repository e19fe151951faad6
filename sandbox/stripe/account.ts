import { type AnyObject, fromFixture, type ObjectOf } from './objects.ts';
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

/**
 * The only account of the simulated Stripe, with its objects, its clock and its events. Times are seconds
 * since 1970.
 */
export type Account = Store &
  Readonly<{
    baseUrl: () => string;
    now: () => number;
    /** Runs `work` with the clock at the given time, at which the work was due. */
    at: (seconds: number, work: () => void) => void;
    emit: (type: EventType, object: AnyObject) => void;
  }>;

type Options = { store: Store; baseUrl: () => string; onEvent: (event: ObjectOf<'event'>) => void };

export function openAccount({ store, baseUrl, onEvent }: Options): Account {
  let fixed: number | undefined;
  const now = () => fixed ?? Math.floor(Date.now() / 1_000) + store.state.clockOffsetSeconds;
  const account: Account = {
    ...store,
    baseUrl,
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
      onEvent(fromFixture('event', { type, created: now(), data: { object: show(account, object) } })),
  };
  return account;
}

export type Wire = Record<string, unknown>;

export const listOf = (data: unknown[], url: string, hasMore = false) => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

/** Stripe expands the newest ten refunds. The product lists older ones with another call. */
const shownRefunds = 10;

/** Stripe omits these fields unless a call expands them. */
export type Expandable = 'payments' | 'refunds' | 'latest_invoice';

const paymentsOf = ({ id, amount_due, created, status, status_transitions, sandbox }: ObjectOf<'invoice'>) =>
  sandbox.paymentIntent === null
    ? []
    : [
        fromFixture('invoice_payment', {
          id: `inpay_${id}`,
          created,
          invoice: id,
          amount_requested: amount_due,
          amount_paid: status === 'paid' ? amount_due : null,
          payment: { payment_intent: sandbox.paymentIntent, type: 'payment_intent' },
          status: status === 'paid' ? 'paid' : 'open',
          status_transitions: { canceled_at: null, paid_at: status_transitions.paid_at },
        }),
      ];

/** Returns the fields that the store omits: URLs, which change with the port, and objects inside other objects. */
function computedFields(account: Account, object: AnyObject, expand: readonly Expandable[]): Wire {
  const base = `${account.baseUrl()}/stripe`;
  if (object.object === 'checkout.session')
    return { url: object.status === 'open' ? `${base}/checkout/${object.id}` : null };
  if (object.object === 'billing_portal.session') return { url: `${base}/portal/${object.id}` };
  if (object.object === 'subscription') {
    const [item] = object.items.data;
    // Read the price again, because its lookup key may have moved to a newer price.
    const shownItem = { ...item, price: structuredClone(account.get('price', item.price.id)) };
    const items = listOf([shownItem], `/v1/subscription_items?subscription=${object.id}`);
    if (!expand.includes('latest_invoice') || object.latest_invoice === null) return { items };
    return { items, latest_invoice: show(account, account.get('invoice', object.latest_invoice)) };
  }
  if (object.object === 'invoice') {
    const page = `${base}/invoices/${object.id}`;
    const payments = listOf(paymentsOf(object), `/v1/invoice_payments?invoice=${object.id}`);
    return {
      hosted_invoice_url: page,
      invoice_pdf: page,
      ...(expand.includes('payments') && { payments }),
    };
  }
  if (object.object === 'charge' && expand.includes('refunds')) {
    const refunds = account.all('refund').filter(({ charge }) => charge === object.id);
    const newest = structuredClone(refunds.slice(-shownRefunds).toReversed());
    const hasMore = refunds.length > shownRefunds;
    return { refunds: listOf(newest, `/v1/charges/${object.id}/refunds`, hasMore) };
  }
  return {};
}

/** Returns the object as Stripe's API shows it. */
export function show(account: Account, object: AnyObject, expand: readonly Expandable[] = []): Wire {
  const { id, object: kind } = object;
  if (object.object === 'customer' && object.sandbox.isDeleted) return { id, object: kind, deleted: true };
  const { sandbox: _inner, ...wire } = structuredClone(object) as Wire;
  return { ...wire, ...computedFields(account, object, expand) };
}
