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

test('a session gives its account, and only what the screens use', () => {
  const user = { id: 'u1', name: 'Ana', email: 'ana@example.com', image: '', emailVerified: true };
  expect(readSessionAnswer({ user, session: { token: 'secret' } })).toEqual({
    id: 'u1',
    name: 'Ana',
    email: 'ana@example.com',
    image: null,
  });
});

test.each([[undefined], ['<html>'], [{}], [{ user: null }], [{ user: { id: 1, email: 'a@b.c' } }]])(
  'an answer of another shape is a fault, never a visitor: %j',
  (answer) => {
    expect(() => readSessionAnswer(answer)).toThrow(TypeError);
  },
);
