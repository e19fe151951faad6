import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ana } from '#tests/helpers/browser-tabs.ts';
import { unsignedAccessToken } from '#tests/helpers/unsigned-access-token.ts';
import { isFresh, readClaims, readKeptSession, readTokenAnswer, sessionFromToken } from './kept-session.ts';

const claims = { sub: 'u1', sid: 's1', email: 'joão@exemplo.com' };
const issuedAtMs = Date.parse('2026-03-01T12:00:00Z');
const keptAt = (receivedAtMs: number) =>
  sessionFromToken(unsignedAccessToken(claims, issuedAtMs), ana, receivedAtMs);

test('the browser reads a token without verifying it, whatever characters it contains', () => {
  expect(readClaims(unsignedAccessToken({ ...claims, next_aal: 'aal2' }, issuedAtMs))).toEqual({
    user_id: 'u1',
    session_id: 's1',
    issued_at: issuedAtMs / 1_000,
    expires_at: issuedAtMs / 1_000 + 900,
    level: 'aal1',
    next_level: 'aal2',
  });
});

test.each([
  [''],
  ['a.b.c'],
  [unsignedAccessToken({ sid: 's1' })],
  [unsignedAccessToken({ ...claims, exp: 'amanhã' })],
  [unsignedAccessToken({ ...claims, aal: 'aal3' })],
])('%j is not one of our tokens', (token) => {
  expect(() => readTokenAnswer({ token })).toThrow();
});

test('the browser reads a stored session unchanged', () => {
  const kept = keptAt(issuedAtMs);
  expect(readKeptSession(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

test('any other stored value is no session and does not throw', () => {
  const part = fc.constantFrom('access_token', 'expires_at', 'session_id', 'level', 'user');
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.constant('u1')), (value) => readKeptSession(value) === null),
  );
  fc.assert(
    fc.property(part, fc.oneof(fc.constant(null), fc.boolean(), fc.array(fc.string())), (name, value) => {
      expect(readKeptSession({ ...keptAt(issuedAtMs), [name]: value })).toBeNull();
    }),
  );
});

test.each([
  ['right', 0],
  ['a day behind', -86_400_000],
  ['a year ahead', 31_536_000_000],
])('a token is renewed 90 s before it expires, also if the clock is %s', (_, shiftMs) => {
  const receivedAtMs = issuedAtMs + shiftMs;
  const kept = keptAt(receivedAtMs);
  expect(isFresh(kept, receivedAtMs)).toBe(true);
  expect(isFresh(kept, receivedAtMs + 809_999)).toBe(true);
  expect(isFresh(kept, receivedAtMs + 810_000)).toBe(false);
  expect(isFresh(kept, receivedAtMs + 2_000_000)).toBe(false);
});

test('a token counts as expired if the clock was set back', () => {
  expect(isFresh(keptAt(issuedAtMs), issuedAtMs - 60_000)).toBe(false);
});
