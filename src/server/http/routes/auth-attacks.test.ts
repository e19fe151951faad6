import { afterAll, beforeAll, expect, test } from 'vitest';
import { callAuth, person, signedInCookie } from '#tests/account-at.ts';
import { confirmationLink } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

let product: TestProduct;
/** Each call may come from another address, so that only the limit that is meant can refuse it. */
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

test('session fixation: a sign-in takes a session of its own, whatever cookie it is given', async () => {
  const attacker = await signedInCookie(product, person('Atacante'));
  const victim = person('Vitima');
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

test('cookies: out of reach of scripts and of other sites, and of plain HTTP where the product has HTTPS', async () => {
  const { setCookie } = await signedInCookie(product, person('Ana'));
  expect(setCookie).toMatch(/; HttpOnly/i);
  expect(setCookie).toMatch(/; SameSite=Lax/i);
  expect(setCookie).toMatch(/; Path=\//i);
  expect(setCookie).toMatch(/Max-Age=2592000/i);
  await using behindHttps = await startTestProduct({ PUBLIC_URL: 'https://escriba.example' });
  const here = { ...behindHttps, url: `http://127.0.0.1:${behindHttps.config.http.port}` };
  const carla = person('Carla');
  await callAuth(here, '/sign-up/email', { body: carla, origin: 'https://escriba.example' });
  const link = new URL(await confirmationLink(here.mailboxUrl, carla.email));
  const confirmed = await fetch(`${here.url}${link.pathname}${link.search}`, { redirect: 'manual' });
  expect(confirmed.headers.getSetCookie()[0]).toMatch(/^__Secure-escriba\.session_token=.*; Secure/i);
});

test('limits under 50 parallel attempts: five of them are tried, and a right password is not let in after', async () => {
  const bia = person('Bia');
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

test('who knows the password is never counted as a guesser', async () => {
  const caio = person('Caio');
  await signedInCookie(product, caio);
  const headers = fromElsewhere();
  for (let count = 0; count < 21; count += 1) {
    const answer = await callAuth(product, '/sign-in/email', { body: caio, headers });
    expect(answer.status).toBe(200);
  }
});

test('user enumeration timing: an unknown address takes as long as a wrong password', async () => {
  const duda = person('Duda');
  await signedInCookie(product, duda);
  const timeOf = async (email: string) => {
    const began = performance.now();
    await callAuth(product, '/sign-in/email', { body: { email, password: wrong }, headers: fromElsewhere() });
    return performance.now() - began;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  // Five tries are what an account has. The fastest is the one that a busy machine disturbed least.
  for (let count = 0; count < 5; count += 1) {
    known.push(await timeOf(duda.email));
    unknown.push(await timeOf(`ninguem${count}@exemplo.com`));
  }
  const ratio = Math.min(...known) / Math.min(...unknown);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
