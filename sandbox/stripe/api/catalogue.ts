import { z } from 'zod';
import { show } from '../account.ts';
import { fromFixture } from '../objects.ts';
import { refused } from '../stripe-fault.ts';
import { type Calls, pageOf } from './calls.ts';
import { flag, integer, listParams, metadata } from './parameters.ts';

function productCalls({ account, on }: Calls) {
  const create = z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    metadata,
  });
  on('POST', '/products', create, (params) => {
    if (account.find('product', params.id) !== undefined)
      throw refused('The product exists already.', 'resource_already_exists');
    const created = account.now();
    return show(account, account.add(fromFixture('product', { ...params, created, updated: created })));
  });
  on('GET', '/products/:id', z.object({}), (_params, id) => show(account, account.get('product', id)));
  on('POST', '/products/:id', create.omit({ id: true }).extend({ active: flag }), (params, id) => {
    const product = account.get('product', id);
    Object.assign(product, params, {
      metadata: { ...product.metadata, ...params.metadata },
      updated: account.now(),
    });
    return show(account, product);
  });
}

function priceCalls({ account, on }: Calls) {
  const create = z.object({
    product: z.string(),
    currency: z.literal('brl'),
    unit_amount: integer,
    recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
    lookup_key: z.string().max(200),
    transfer_lookup_key: flag,
    nickname: z.string(),
    metadata,
  });
  on('POST', '/prices', create, (params) => {
    const { recurring, transfer_lookup_key: isTransfer, ...fields } = params;
    account.get('product', fields.product);
    const holder = account.all('price').find(({ lookup_key: key }) => key === fields.lookup_key);
    if (holder !== undefined && !isTransfer) throw refused(`${holder.id} has this lookup key.`);
    if (holder !== undefined) holder.lookup_key = null;
    const price = fromFixture('price', {
      ...fields,
      created: account.now(),
      unit_amount_decimal: String(fields.unit_amount),
    });
    price.recurring.interval = recurring.interval;
    return show(account, account.add(price));
  });
  const list = z.object({
    ...listParams,
    active: flag.optional(),
    lookup_keys: z.array(z.string()).max(10).optional(),
  });
  on('GET', '/prices', list, ({ active, lookup_keys: keys, ...params }) => {
    const prices = account
      .all('price')
      .filter(
        (one) =>
          (active === undefined || one.active === active) &&
          (keys === undefined || keys.includes(one.lookup_key ?? '')),
      );
    return pageOf(account, prices, { url: '/v1/prices', params });
  });
}

export function catalogueCalls(calls: Calls) {
  productCalls(calls);
  priceCalls(calls);
}
