import { expect, test } from 'vitest';
import {
  isWithoutFilters,
  listFiltersSearch,
  readListFilters,
  sortedBy,
  withChangedFilters,
  withoutFilters,
} from './list-filters-url.ts';

const plain = { q: '', status: 'all', sort: 'created_at', order: 'desc', page: 1 } as const;
const read = (address: string) => readListFilters(new URLSearchParams(address));

test('an empty query string is the default list, and the default list has an empty query string', () => {
  expect(read('')).toEqual(plain);
  expect(listFiltersSearch(plain).toString()).toBe('');
});

test('a query survives a round trip through the URL', () => {
  const query = { q: 'reunião & pauta', status: 'completed', sort: 'audio_duration', order: 'asc', page: 3 };
  const address = 'q=reuni%C3%A3o+%26+pauta&status=completed&sort=audio_duration&order=asc&page=3';
  expect(read(address)).toEqual(query);
  expect(listFiltersSearch(read(address)).toString()).toBe(address);
});

test.each([
  ['status=deleted&q=ana', { q: 'ana' }],
  ['page=0&status=pending', { status: 'pending' }],
  ['page=dois', {}],
  ['page=1.5', {}],
  ['sort=name&order=up', {}],
  [`q=${'a'.repeat(201)}&page=2`, { page: 2 }],
  ['q=%20%20', {}],
])('%s: the list ignores invalid fields and applies valid ones', (address, rest) => {
  expect(read(address)).toEqual({ ...plain, ...rest });
});

test('a new filter resets the page to the first', () => {
  expect(withChangedFilters({ ...plain, page: 4 }, { status: 'pending' })).toEqual({
    ...plain,
    status: 'pending',
  });
  expect(withChangedFilters({ ...plain, page: 4 }, { page: 5 })).toEqual({ ...plain, page: 5 });
});

test('a column heading sorts descending first, and ascending on the second click', () => {
  const first = sortedBy({ ...plain, page: 2 }, 'audio_duration');
  expect(first).toEqual({ ...plain, sort: 'audio_duration' });
  const second = sortedBy(first, 'audio_duration');
  expect(second.order).toBe('asc');
  expect(sortedBy(second, 'audio_duration').order).toBe('desc');
  expect(sortedBy(plain, 'created_at').order).toBe('asc');
});

test('a list without filters keeps its search and order, and starts at the first page', () => {
  const query = read('q=ana&status=failed&sort=audio_duration&page=4');
  expect(isWithoutFilters(query)).toBe(false);
  expect(withoutFilters(query)).toEqual({ ...plain, q: 'ana', sort: 'audio_duration' });
  expect(isWithoutFilters(withoutFilters(query))).toBe(true);
  expect(isWithoutFilters(read('q=ana&order=asc&page=2'))).toBe(true);
});
