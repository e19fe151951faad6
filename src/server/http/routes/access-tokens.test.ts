import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#domain/format/durations.ts';
import { callAuth, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
let shiftMs = 0;
beforeAll(async () => {
  product = await startTestProduct({}, { now: () => new Date(Date.now() + shiftMs) });
});
afterAll(() => product.close());

async function accessToken(cookie: string): Promise<string> {
  const answer = await callAuth(product, '/token', { cookie });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

/** Calls a route that checks the session first: an error about the body proves that the server accepted the token. */
async function codeFor(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await callAuth(product, '/change-email', { body: {}, headers });
  return ((await answer.json()) as { code: string }).code;
}

const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const keyAddress = () => new URL(`${product.url}/.well-known/jwks.json`);

test('an external service verifies a token with the published keys alone', async () => {
  const ana = namedAccount('Ana');
  const { cookie } = await signedInCookie(product, ana);
  const token = await accessToken(cookie);
  const [header, payload, signature] = token.split('.');
  const answer = await fetch(keyAddress());
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
  const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] };
  expect(JSON.stringify(keys)).not.toMatch(/"d"|private/i);

  // Verify it once with node:crypto alone, and once with a library that downloads the keys itself.
  const key = keys.find(({ kid }) => kid === decoded(header).kid);
  const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify(null, signed, publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
  const verified = await jwtVerify(token, createRemoteJWKSet(keyAddress()), {
    issuer: product.url,
    audience: product.url,
    algorithms: ['EdDSA'],
  });
  expect(verified.payload).toMatchObject({ email: ana.email, aal: 'aal1', next_aal: 'aal1' });
  expect((verified.payload.exp ?? 0) - (verified.payload.iat ?? 0)).toBe(900);
  expect(await codeFor(token)).toBe('invalid_input');
});

test("the server refuses alg none, an attacker's key, a public key used as a secret, and forged claims", async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Bia'));
  const token = await accessToken(cookie);
  const [head, body] = token.split('.');
  const header = decoded(head);
  const claims = decoded(body);
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { keys } = (await (await fetch(keyAddress())).json()) as { keys: { x: string }[] };
  const publicBytes = Buffer.from(keys[0]?.x ?? '', 'base64url');

  const forged = [
    new UnsecuredJWT(claims).encode(),
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
    await new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(stranger.publicKey) })
      .sign(stranger.privateKey),
    await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(publicBytes),
    `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')}.${token.split('.')[2]}`,
    `${token}x`,
    'nada',
    '',
  ];
  for (const each of forged) expect(await codeFor(each)).toBe('unauthenticated');
  expect(await codeFor(token)).toBe('invalid_input');
});

test('the server refuses an expired token with its own error code, and issues a new one for the session', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Caio'));
  const token = await accessToken(cookie);
  shiftMs = 16 * 60_000;
  expect(await codeFor(token)).toBe('access_token_expired');
  shiftMs = 0;
  expect(await codeFor(await accessToken(cookie))).toBe('invalid_input');
});

test('the server refuses a token with a cached verification after its expiry or without its signing key', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Gabi'));
  const token = await accessToken(cookie);
  for (const minutes of [0, 11, 14]) {
    shiftMs = minutes * minuteMs;
    expect(await codeFor(token)).toBe('invalid_input');
  }
  shiftMs = 15.5 * minuteMs;
  expect(await codeFor(token)).toBe('access_token_expired');

  shiftMs = 0;
  expect(await codeFor(token)).toBe('invalid_input');
  await product.deps.db.execute(sql`delete from signing_keys`);
  shiftMs = 11 * minuteMs;
  expect(await codeFor(token)).toBe('unauthenticated');
  shiftMs = 0;
});

test('the server refuses the token of an ended session or a deleted account at once', async () => {
  const duda = namedAccount('Duda');
  const { cookie } = await signedInCookie(product, duda);
  const first = await accessToken(cookie);
  await callAuth(product, '/sign-out', { cookie, body: {} });
  expect(await codeFor(first)).toBe('unauthenticated');

  const signedIn = await callAuth(product, '/sign-in/email', { body: duda });
  const again = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const second = await accessToken(again);
  expect(await codeFor(second)).toBe('invalid_input');
  await product.deps.db.execute(sql`delete from users where email = ${duda.email}`);
  expect(await codeFor(second)).toBe('unauthenticated');
});

test('a new key signs after the old one expired, and the server accepts tokens of both', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Eva'));
  const oldToken = await accessToken(cookie);
  await product.deps.db.execute(sql`update signing_keys set expires_at = now() - interval '1 minute'`);
  const newToken = await accessToken(cookie);
  expect(decoded(newToken.split('.')[0]).kid).not.toBe(decoded(oldToken.split('.')[0]).kid);
  // The server's cache lacks the new key, so the server must read the keys again.
  shiftMs = 10_000;
  expect(await codeFor(newToken)).toBe('invalid_input');
  expect(await codeFor(oldToken)).toBe('invalid_input');
  shiftMs = 0;
  const { keys } = (await (await fetch(keyAddress())).json()) as { keys: unknown[] };
  expect(keys).toHaveLength(2);
});

test('a user can sign in after the session secret changed and the old signing keys became unreadable', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Fabio'));
  await product.deps.db.execute(
    sql`update signing_keys set private_key = '"gone"', sealed_by = 'another secret'`,
  );
  shiftMs = 20_000;
  expect(await codeFor(await accessToken(cookie))).toBe('invalid_input');
  shiftMs = 0;
});

test('a client without a session gets no token', async () => {
  const answer = await callAuth(product, '/token');
  expect(answer.status).toBe(401);
  expect(await codeFor(' ')).toBe('unauthenticated');
});
