import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitKey } from '#server/features/limits/rate-limit.ts';
import { confirmationLink } from '#tests/helpers/mailbox.ts';
import { callAuth, countMails, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  // Trust the local proxy, so that one test can call from many addresses.
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(() => product.deps.db.execute(sql`delete from rate_limits`));
afterAll(() => product.close());

type From = { path: string; body: object; times: number; addresses?: (index: number) => string };

async function statuses({ path, body, times, addresses = () => '192.0.2.1' }: From) {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const headers = { 'x-forwarded-for': addresses(index) };
    all.push((await callAuth(product, path, { body, headers })).status);
  }
  return all;
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test('the server limits an account to five failed sign-ins per address, in any spelling', async () => {
  const body = { email: 'Ana@Exemplo.com', password: 'Segredo-errado-9' };
  const path = '/sign-in/email';
  expect(await statuses({ path, body, times: 5 })).toEqual(times(5, 401));
  const sixth = await callAuth(product, path, {
    body: { ...body, email: 'ana@exemplo.com ' },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(sixth.status).toBe(429);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(await sixth.json()).toMatchObject({
    code: 'too_many_requests',
    error: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
  });
});

test('the server limits an address to twenty failed sign-ins and counts an IPv6 /64 as one', async () => {
  const path = '/sign-in/email';
  const addresses = (index: number) => `2001:db8:1:2::${index.toString(16)}`;
  const all: number[] = [];
  for (let index = 0; index < 21; index += 1) {
    const body = { email: `p${index}@exemplo.com`, password: 'Segredo-errado-9' };
    all.push(...(await statuses({ path, body, times: 1, addresses: () => addresses(index) })));
  }
  expect(all).toEqual([...times(20, 401), 429]);
  const body = { email: 'outra@exemplo.com', password: 'Segredo-errado-9' };
  expect(await statuses({ path, body, times: 1, addresses: () => '2001:db8:1:3::1' })).toEqual([401]);
});

test('the server limits the sign-ups of an address in an hour', async () => {
  await product.deps.db.execute(
    sql`insert into rate_limits (key, window_started_at, hits) values (${limitKey(product.deps, '192.0.2.1:sign-up')}, now(), 99)`,
  );
  const body = namedAccount('Bia');
  expect(await statuses({ path: '/sign-up/email', body, times: 2 })).toEqual([200, 429]);
  const short = { ...body, password: 'curta' };
  expect(await statuses({ path: '/sign-up/email', body: short, times: 1 })).toEqual([400]);
});

test('requests from many addresses cannot flood a user with confirmation mails', async () => {
  const caio = namedAccount('Caio');
  expect(await statuses({ path: '/sign-up/email', body: caio, times: 1 })).toEqual([200]);
  await confirmationLink(product.mailboxUrl, caio.email);
  const again = { path: '/send-verification-email', body: { email: caio.email } };
  const addresses = (index: number) => `198.51.100.${index + 1}`;
  const advanceMinutes = (minutes: number) =>
    product.deps.db.execute(
      sql`update rate_limits set window_started_at = window_started_at - ${minutes} * interval '1 minute'`,
    );
  // The sign-up's mail counts; after it all requests together get one mail per ten minutes.
  for (const minutes of [5, 6, 11]) {
    expect(await statuses({ ...again, times: 4, addresses })).toEqual(times(4, 200));
    expect(await statuses({ path: '/sign-in/email', body: caio, times: 2 })).toEqual(times(2, 403));
    await advanceMinutes(minutes);
  }
  expect(await countMails(product, caio.email)).toBe(2);
});

test('the server never limits signing out', async () => {
  const { cookie } = await signedInCookie(product, namedAccount('Davi'));
  const all = await Promise.all(
    Array.from({ length: 80 }, () => callAuth(product, '/sign-out', { body: {} })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await callAuth(product, '/sign-out', { body: {}, cookie })).status).toBe(200);
});

test('new rate limit windows delete expired ones', async () => {
  await product.deps.db.execute(sql`
    insert into rate_limits (key, window_started_at, hits)
    select 'old-' || n, now() - interval '25 hours', 1 from generate_series(1, 15) as n`);
  await product.deps.db.execute(
    sql`insert into rate_limits (key, window_started_at, hits) values ('running', now() - interval '23 hours', 1)`,
  );
  const body = { email: 'ninguem@exemplo.com', password: 'Segredo-errado-9' };
  await statuses({ path: '/sign-in/email', body, times: 1 });
  const { rows } = await product.deps.db.execute(sql`select key from rate_limits order by key`);
  const made = [
    '192.0.2.1:sign-in-address',
    'ninguem@exemplo.com:192.0.2.1:sign-in-pair',
    'ninguem@exemplo.com:192.0.2.1:sign-in-pair-day',
    'ninguem@exemplo.com:sign-in-account-day',
  ];
  expect(rows.map(({ key }) => String(key)).sort()).toEqual(
    [...made.map((key) => limitKey(product.deps, key)), 'running'].sort(),
  );
  // The table reveals no addresses or e-mails.
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|exemplo/);
});

test('a browser over the link limit is redirected to the error page, any other client gets our error body', async () => {
  await product.deps.db.execute(
    sql`insert into rate_limits (key, window_started_at, hits) values (${limitKey(product.deps, '192.0.2.77:auth-link')}, now(), 60)`,
  );
  const follow = (accept: string) =>
    callAuth(product, '/reset-password/x', { headers: { accept, 'x-forwarded-for': '192.0.2.77' } });
  const page = await follow('text/html,application/xhtml+xml');
  expect([page.status, page.headers.get('location')]).toEqual([
    302,
    '/auth/callback?error=too_many_requests',
  ]);
  expect((await follow('application/json')).status).toBe(429);
});
