import { type Price, planOf } from './objects/catalogue.ts';
import type { AnyObject, Kind, Store } from './store.ts';
import { refused } from './stripe-fault.ts';

export type Wire = Record<string, unknown> & { object: string };
export type Presenting = Readonly<{ store: Store; baseUrl: () => string }>;

export const listOf = (data: unknown[], url: string, hasMore = false) => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

type Presenter<K extends Kind> = (
  object: Extract<AnyObject, { object: K }>,
  presenting: Presenting,
) => Record<string, unknown>;

/** What is not kept as it is shown: addresses, which change with the port, and objects inside of others. */
const presenters: { [K in Kind]?: Presenter<K> } = {
  customer: ({ id, object, sandbox }) => (sandbox.deleted ? { id, object, deleted: true } : {}),
  'checkout.session': ({ id, status }, { baseUrl }) => ({
    url: status === 'open' ? `${baseUrl()}/stripe/checkout/${id}` : null,
  }),
  'billing_portal.session': ({ id }, { baseUrl }) => ({ url: `${baseUrl()}/stripe/portal/${id}` }),
  invoice: ({ id, lines }, { baseUrl }) => ({
    hosted_invoice_url: `${baseUrl()}/stripe/invoices/${id}`,
    invoice_pdf: `${baseUrl()}/stripe/invoices/${id}`,
    lines: listOf(lines, `/v1/invoices/${id}/lines`),
  }),
  charge: ({ id }, { baseUrl }) => ({ receipt_url: `${baseUrl()}/stripe/receipts/${id}` }),
  subscription: ({ id, items }, { store }) => ({
    items: listOf(
      items.map((item) => {
        const price = store.get('price', item.price) as Price;
        return { ...item, price: structuredClone(price), plan: planOf(price) };
      }),
      `/v1/subscription_items?subscription=${id}`,
    ),
  }),
};

export function present(object: AnyObject, presenting: Presenting): Wire {
  const presenter = presenters[object.object] as
    | ((object: AnyObject, presenting: Presenting) => Record<string, unknown>)
    | undefined;
  const shown = presenter?.(object, presenting) ?? {};
  if (shown.deleted === true) return shown as Wire;
  const { sandbox: _inner, ...wire } = structuredClone(object) as Wire;
  return { ...wire, ...shown } as Wire;
}

type Includable = (id: string, presenting: Presenting) => unknown;

/** What Stripe shows only to who asks for it. */
const includables: Readonly<Record<string, Includable>> = {
  'invoice.payments': (id, presenting) =>
    listOf(
      presenting.store
        .all('invoice_payment')
        .filter(({ invoice }) => invoice === id)
        .map((payment) => present(payment, presenting)),
      `/v1/invoice_payments?invoice=${id}`,
    ),
  'charge.refunds': (id, presenting) =>
    listOf(
      presenting.store
        .all('refund')
        .filter(({ charge }) => charge === id)
        .reverse()
        .map((refund) => present(refund, presenting)),
      `/v1/charges/${id}/refunds`,
    ),
  'customer.subscriptions': (id, presenting) =>
    listOf(
      presenting.store
        .all('subscription')
        .filter(({ customer, status }) => customer === id && status !== 'canceled')
        .reverse()
        .map((subscription) => present(subscription, presenting)),
      `/v1/customers/${id}/subscriptions`,
    ),
  'checkout.session.line_items': (id, { store }) => {
    const session = store.get('checkout.session', id);
    const lines = (session?.sandbox.lines ?? []).map(({ id, price: priceId, quantity }) => {
      const price = store.get('price', priceId) as Price;
      const amount = price.unit_amount * quantity;
      return {
        id,
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: amount,
        amount_tax: 0,
        amount_total: amount,
        currency: price.currency,
        description: store.get('product', price.product)?.name ?? null,
        metadata: {},
        price: structuredClone(price),
        quantity,
      };
    });
    return listOf(lines, `/v1/checkout/sessions/${id}/line_items`);
  },
};

export const sessionLines = (id: string, presenting: Presenting) =>
  includables['checkout.session.line_items']?.(id, presenting) as ReturnType<typeof listOf>;

const maxDepth = 4;

type Walk = { path: readonly string[]; whole: string; presenting: Presenting };

function expandOne(parent: unknown, { path, whole, presenting }: Walk): void {
  const [key, ...rest] = path;
  if (key === undefined || parent === null) return;
  if (Array.isArray(parent)) {
    for (const one of parent) expandOne(one, { path, whole, presenting });
    return;
  }
  const cannot = refused(
    `This property cannot be expanded (${whole}). You may want to try expanding other properties.`,
    { param: 'expand' },
  );
  if (typeof parent !== 'object') throw cannot;
  const here = parent as Record<string, unknown>;
  const value = here[key];
  if (typeof value === 'string') {
    const found = presenting.store.find(value);
    if (found === undefined) throw cannot;
    here[key] = present(found, presenting);
  } else if (value === undefined && here.deleted !== true) {
    const include = includables[`${String(here.object)}.${key}`];
    if (include === undefined) throw cannot;
    here[key] = include(String(here.id), presenting);
  }
  expandOne(here[key], { path: rest, whole, presenting });
}

/** Stripe reads `data` of a list inside the path as each of what it holds. */
export function expand(wire: unknown, paths: readonly string[], presenting: Presenting): void {
  for (const whole of paths) {
    const path = whole.split('.');
    if (path.length > maxDepth + path.filter((step) => step === 'data').length)
      throw refused(`You cannot expand more than ${maxDepth} levels of a property. Property: ${whole}`, {
        param: 'expand',
      });
    expandOne(wire, { path, whole, presenting });
  }
}
