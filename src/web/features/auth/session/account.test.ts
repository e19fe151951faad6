import { expect, test } from 'vitest';
import { initialsOf, readSessionAnswer } from './account.ts';

test.each([
  ['Ana Beatriz', 'AN'],
  ['élida', 'ÉL'],
  ['  Zé', 'ZÉ'],
  ['Ó', 'Ó'],
  ["d'Ávila", 'DÁ'],
  ['e\u0301lida', 'ÉL'],
  ['', 'US'],
  ['  123 ', 'US'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('null is a visitor', () => {
  expect(readSessionAnswer(null)).toBeNull();
});

const user = { id: 'u1', name: 'Ana', email: 'ana@example.com', image: '', emailVerified: true };

test('a session answer gives its account, with only the fields that the screens use', () => {
  const session = { id: 's1', token: 'secret', createdAt: '2026-01-02T00:00:00.000Z' };
  expect(readSessionAnswer({ user: { ...user, createdAt: '2026-01-01T00:00:00.000Z' }, session })).toEqual({
    id: 's1',
    account: {
      id: 'u1',
      name: 'Ana',
      email: 'ana@example.com',
      image: null,
      email_confirmed: true,
      created_at: '2026-01-01T00:00:00.000Z',
      last_sign_in_at: '2026-01-02T00:00:00.000Z',
    },
  });
});

test('only `false` marks an e-mail as unconfirmed', () => {
  const confirmed = (emailVerified: unknown) =>
    readSessionAnswer({ user: { ...user, emailVerified }, session: { id: 's1' } })?.account.email_confirmed;
  expect([true, undefined, false].map(confirmed)).toEqual([true, true, false]);
});

test.each([
  [undefined],
  ['<html>'],
  [{}],
  [{ user: null }],
  [{ user: { id: 1, email: 'a@b.c' } }],
  [{ user }],
])('an answer of another shape throws, and never counts as a visitor: %j', (answer) => {
  expect(() => readSessionAnswer(answer)).toThrow(TypeError);
});
