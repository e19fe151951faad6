import { z } from 'zod';
import { newPrice, newProduct } from '../objects/catalogue.ts';
import { mergeMetadata } from '../objects/object.ts';
import { present } from '../present.ts';
import { missing, refused } from '../stripe-fault.ts';
import type { Calls } from './answer.ts';
import { pageOf } from './page-of.ts';
import { flag, fullMetadata, integer, listParams, metadata } from './params.ts';

function productCalls({ account, on }: Calls) {
  const { store, now } = account;
  const product = (id: string, param?: string) => {
    const found = store.get('product', id);
    if (found === undefined) throw missing('product', id, param);
    return found;
  };

  const create = z.object({
    id: z.string().optional(),
    name: z.string(),
    active: flag.optional(),
    description: z.string().optional(),
    metadata: fullMetadata,
  });
  on('POST', '/products', create, (params) => {
    if (params.id !== undefined && store.find(params.id) !== undefined)
      throw refused(`Product already exists.`, { code: 'resource_already_exists', param: 'id' });
    return present(store.add(newProduct(params, { now: now() })), account);
  });
  on('GET', '/products/:id', z.object({}), (_params, id) => present(product(id), account));
  const change = z.object({
    name: z.string().optional(),
    active: flag.optional(),
    description: z.string().optional(),
    default_price: z.string().optional(),
    metadata: metadata.optional(),
  });
  on('POST', '/products/:id', change, (params, id) => {
    const found = product(id);
    if (params.default_price !== undefined && store.get('price', params.default_price)?.product !== id)
      throw missing('price', params.default_price, 'default_price');
    Object.assign(found, {
      name: params.name ?? found.name,
      active: params.active ?? found.active,
      description: params.description === undefined ? found.description : params.description || null,
      default_price: params.default_price ?? found.default_price,
      metadata: mergeMetadata(found.metadata, params.metadata),
      updated: now(),
    });
    return present(found, account);
  });
  const list = z.object({
    ...listParams,
    active: flag.optional(),
    ids: z.array(z.string()).optional(),
  });
  on('GET', '/products', list, ({ active, ids, ...params }) => {
    const objects = store
      .all('product')
      .filter((one) => (active === undefined || one.active === active) && (ids?.includes(one.id) ?? true));
    return pageOf(account, { objects, url: '/v1/products', params });
  });
}

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.pipe(z.number().min(1)).default(1),
  usage_type: z.literal('licensed').optional(),
});

function priceCalls({ account, on }: Calls) {
  const { store, now } = account;
  const price = (id: string) => {
    const found = store.get('price', id);
    if (found === undefined) throw missing('price', id);
    return found;
  };

  /** Only one price has a key; taking it over must be said outright. */
  const claimKey = (key: string | undefined, options: { own?: string; take: boolean | undefined }) => {
    const holder = store.all('price').find(({ id, lookup_key }) => lookup_key === key && id !== options.own);
    if (key === undefined || key === '' || holder === undefined) return;
    if (!options.take)
      throw refused(
        `A price (\`${holder.id}\`) already uses that lookup key. If you want to transfer it to this price, pass \`transfer_lookup_key=true\`.`,
        { param: 'lookup_key' },
      );
    holder.lookup_key = null;
  };

  const create = z.object({
    currency: z.string().length(3).toLowerCase(),
    product: z.string().optional(),
    product_data: z.strictObject({ name: z.string(), metadata: fullMetadata }).optional(),
    unit_amount: integer.pipe(z.number().min(0)),
    recurring: recurring.optional(),
    active: flag.optional(),
    lookup_key: z.string().max(200).optional(),
    transfer_lookup_key: flag.optional(),
    nickname: z.string().optional(),
    metadata: fullMetadata,
  });
  on('POST', '/prices', create, (params) => {
    if (params.product === undefined && params.product_data === undefined)
      throw refused('Missing required param: product.', { code: 'parameter_missing', param: 'product' });
    if (params.product !== undefined && store.get('product', params.product) === undefined)
      throw missing('product', params.product, 'product');
    claimKey(params.lookup_key, { take: params.transfer_lookup_key });
    const product =
      params.product ?? store.add(newProduct(params.product_data ?? { name: '' }, { now: now() })).id;
    const { unit_amount: unitAmount, lookup_key: lookupKey, ...rest } = params;
    return present(store.add(newPrice({ ...rest, product, unitAmount, lookupKey }, { now: now() })), account);
  });
  on('GET', '/prices/:id', z.object({}), (_params, id) => present(price(id), account));
  const change = z.object({
    active: flag.optional(),
    lookup_key: z.string().max(200).optional(),
    transfer_lookup_key: flag.optional(),
    nickname: z.string().optional(),
    metadata: metadata.optional(),
  });
  on('POST', '/prices/:id', change, (params, id) => {
    const found = price(id);
    claimKey(params.lookup_key, { own: id, take: params.transfer_lookup_key });
    Object.assign(found, {
      active: params.active ?? found.active,
      lookup_key: params.lookup_key === undefined ? found.lookup_key : params.lookup_key || null,
      nickname: params.nickname === undefined ? found.nickname : params.nickname || null,
      metadata: mergeMetadata(found.metadata, params.metadata),
    });
    return present(found, account);
  });
  const list = z.object({
    ...listParams,
    active: flag.optional(),
    currency: z.string().optional(),
    lookup_keys: z.array(z.string()).max(10).optional(),
    product: z.string().optional(),
    type: z.enum(['one_time', 'recurring']).optional(),
    recurring: z.strictObject({ interval: z.string().optional() }).optional(),
  });
  on(
    'GET',
    '/prices',
    list,
    ({ active, currency, lookup_keys: keys, product, type, recurring, ...params }) => {
      const objects = store
        .all('price')
        .filter(
          (one) =>
            (active === undefined || one.active === active) &&
            (currency === undefined || one.currency === currency) &&
            (keys === undefined || keys.includes(one.lookup_key ?? '')) &&
            (product === undefined || one.product === product) &&
            (type === undefined || one.type === type) &&
            (recurring?.interval === undefined || one.recurring?.interval === recurring.interval),
        );
      return pageOf(account, { objects, url: '/v1/prices', params });
    },
  );
}

export function catalogueCalls(calls: Calls) {
  productCalls(calls);
  priceCalls(calls);
}
