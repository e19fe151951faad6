import { type Account, show } from '../account.ts';
import { fromFixture, type ObjectOf } from '../objects.ts';

type Item = ObjectOf<'subscription_item'>;
type Invoice = ObjectOf<'invoice'>;
type Period = { start: number; end: number };
type Line = { amount: number; description: string; item: Item; period: Period; isProration: boolean };

export const oneItem = ({ items }: ObjectOf<'subscription'>): Item => items.data[0];

const periodOf = ({ current_period_start: start, current_period_end: end }: Item) => ({ start, end });

const productName = (account: Account, { price }: Item) => account.get('product', price.product).name;

export const fullLine = (account: Account, item: Item): Line => ({
  amount: item.price.unit_amount,
  description: `1 × ${productName(account, item)}`,
  item,
  period: periodOf(item),
  isProration: false,
});

/** Returns the value of the remaining period: a refund of the old price (-1) or a charge for the new price (1). */
export function prorationLine(account: Account, item: Item, sign: 1 | -1): Line {
  const { start, end } = periodOf(item);
  const at = account.now();
  const share = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const time = sign === 1 ? 'Remaining time on' : 'Unused time on';
  return {
    amount: sign * Math.round(item.price.unit_amount * share),
    description: `${time} ${productName(account, item)}`,
    item,
    period: { start: at, end },
    isProration: true,
  };
}

function wireLine({ amount, description, item, period, isProration }: Line, invoice: string) {
  const { id, subscription, price } = item;
  const line = fromFixture('line_item', {
    amount,
    subtotal: amount,
    description,
    discountable: !isProration,
    invoice,
    subscription,
    period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
  });
  Object.assign(line.parent.subscription_item_details, {
    proration: isProration,
    subscription,
    subscription_item: id,
  });
  return line;
}

export type Billing = {
  subscription: ObjectOf<'subscription'>;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: Line[];
  period: Period;
};

/** Creates an invoice without storing it. Credit pays first, and a negative total becomes credit. */
export function draftInvoice(account: Account, { subscription, reason, lines, period }: Billing): Invoice {
  const customer = account.get('customer', subscription.customer);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const used = total < 0 ? total : Math.min(total, Math.max(0, -customer.balance));
  const amountDue = Math.max(0, total - Math.max(0, used));
  const created = account.now();
  const invoice = fromFixture('invoice', {
    created,
    effective_at: created,
    webhooks_delivered_at: created,
    amount_due: amountDue,
    amount_remaining: amountDue,
    billing_reason: reason,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    ending_balance: customer.balance + used,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_start: period.start,
    period_end: period.end,
    starting_balance: customer.balance,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    sandbox: { paymentIntent: null },
  });
  invoice.lines.data = lines.map((line) => wireLine(line, invoice.id));
  return invoice;
}

/** Returns a draft as Stripe previews it, without a number, a page and an ending balance. */
export function previewInvoice(account: Account, billing: Billing) {
  const invoice = draftInvoice(account, billing);
  const unset = { number: null, ending_balance: null, effective_at: null, hosted_invoice_url: null };
  return { ...show(account, invoice), ...unset, id: `upcoming_${invoice.id}`, status: 'draft' };
}
