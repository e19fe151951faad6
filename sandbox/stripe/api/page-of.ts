import type { Account } from '../account.ts';
import { listOf, present } from '../present.ts';
import type { AnyObject } from '../store.ts';
import { missing } from '../stripe-fault.ts';
import type { ListParams } from './params.ts';

const within = ({ created }: AnyObject, range: ListParams['created']) =>
  range === undefined ||
  ((!('gt' in range) || range.gt === undefined || created > range.gt) &&
    (range.gte === undefined || created >= range.gte) &&
    (!('lt' in range) || range.lt === undefined || created < range.lt) &&
    (range.lte === undefined || created <= range.lte));

type Options = { objects: readonly AnyObject[]; url: string; params: ListParams };

/** Newest first, in the order in which they were made also within one second. */
export function pageOf(account: Account, { objects, url, params }: Options) {
  const newest = objects.toReversed().filter((object) => within(object, params.created));
  const indexOf = (id: string, param: string) => {
    const index = newest.findIndex((object) => object.id === id);
    if (index < 0) throw missing(objects[0]?.object ?? 'object', id, param);
    return index;
  };
  const { limit, starting_after: after, ending_before: before } = params;
  const shown = (some: readonly AnyObject[]) => some.map((object) => present(object, account));
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before');
    return listOf(shown(newest.slice(Math.max(0, end - limit), end)), url, end > limit);
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1;
  return listOf(shown(newest.slice(start, start + limit)), url, newest.length > start + limit);
}
