import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationLink, openLink } from '#tests/helpers/mailbox.ts';
import { callAuth, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
/** A new address for each call, so that no other rate limit interferes. */
let nextAddress = 0;
const fromElsewhere = () => {
  nextAddress += 1;
  return { 'x-forwarded-for': `198.51.${Math.floor(nextAddress / 250)}.${(nextAddress % 250) + 1}` };
};

beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const wrong = 'Segredo-errado-9';
const tokenIn = (cookie: string) => cookie.split('=')[1] ?? '';

test('session fixation: a sign-in creates a new session and ignores a planted cookie', async () => {
  const attacker = await signedInCookie(product, namedAccount('Atacante'));
  const victim = namedAccount('Vitima');
  await signedInCookie(product, victim);
  for (const planted of [attacker.cookie, 'escriba.session_token=escolhido.assinado']) {
    const answer = await callAuth(product, '/sign-in/email', { body: victim, cookie: planted });
    expect(answer.status).toBe(200);
    const given = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(given).toContain('escriba.session_token=');
    expect(tokenIn(given)).not.toBe(tokenIn(planted));
    const seen = await callAuth(product, '/get-session', { cookie: planted });
    expect(await seen.text()).not.toContain(victim.email);
  }
});

test('session cookies are HttpOnly and SameSite=Lax, and Secure behind HTTPS', async () => {
  const { setCookie } = await signedInCookie(product, namedAccount('Ana'));
  expect(setCookie).toMatch(/; HttpOnly/i);
  expect(setCookie).toMatch(/; SameSite=Lax/i);
  expect(setCookie).toMatch(/; Path=\//i);
  expect(setCookie).toMatch(/Max-Age=2592000/i);
  await using behindHttps = await startTestProduct({ PUBLIC_URL: 'https://escriba.example' });
  const here = { ...behindHttps, url: `http://127.0.0.1:${behindHttps.config.http.port}` };
  const carla = namedAccount('Carla');
  await callAuth(here, '/sign-up/email', { body: carla, origin: 'https://escriba.example' });
  const link = await confirmationLink(here.mailboxUrl, carla.email);
  const confirmed = await openLink(link, { at: here.url });
  expect(confirmed.headers.getSetCookie()[0]).toMatch(/^__Secure-escriba\.session_token=.*; Secure/i);
});

test('of 50 parallel sign-ins the server tries five, and then refuses the right password', async () => {
  const bia = namedAccount('Bia');
  await signedInCookie(product, bia);
  const headers = fromElsewhere();
  const attempts = Array.from({ length: 50 }, () =>
    callAuth(product, '/sign-in/email', { body: { ...bia, password: wrong }, headers }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  const late = await callAuth(product, '/sign-in/email', { body: bia, headers });
  expect(late.status).toBe(429);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await late.json()).toMatchObject({
    error: 'Muitas tentativas de login. Aguarde alguns minutos e tente novamente.',
  });
});

test('a successful sign-in does not count towards the limit', async () => {
  const caio = namedAccount('Caio');
  await signedInCookie(product, caio);
  const headers = fromElsewhere();
  for (let count = 0; count < 21; count += 1) {
    const answer = await callAuth(product, '/sign-in/email', { body: caio, headers });
    expect(answer.status).toBe(200);
  }
});

test('user enumeration timing: an unknown address takes as long as a wrong password', async () => {
  const duda = namedAccount('Duda');
  await signedInCookie(product, duda);
  const timeOf = async (email: string) => {
    const began = performance.now();
    await callAuth(product, '/sign-in/email', { body: { email, password: wrong }, headers: fromElsewhere() });
    return performance.now() - began;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  // Five, because of the limit per account. The fastest is the one that a busy machine disturbed least.
  for (let count = 0; count < 5; count += 1) {
    known.push(await timeOf(duda.email));
    unknown.push(await timeOf(`ninguem${count}@exemplo.com`));
  }
  const ratio = Math.min(...known) / Math.min(...unknown);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
