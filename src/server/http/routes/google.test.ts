import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp } from '#tests/helpers/factories.ts';
import { type GoogleAnswer, signInAtGoogle } from '#tests/helpers/google-sign-in.ts';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { callAuth, namedAccount, signedInCookie } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
beforeEach(() => product.deps.db.execute(sql`delete from rate_limits`));
afterAll(() => product.close());

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');

async function begin(callbackURL = '/auth/callback?redirect=%2Fdashboard%2Fplano') {
  const answer = await callAuth(product, '/sign-in/social', {
    body: { provider: 'google', callbackURL, errorCallbackURL: '/auth/callback' },
  });
  expect(answer.status).toBe(200);
  const { url } = (await answer.json()) as { url: string };
  return { url: new URL(url), cookie: cookiesOf(answer) };
}

/** Performs a whole sign-in like a browser; returns the final location and the session. */
async function signInWithGoogle(profile: GoogleAnswer) {
  const { url, cookie } = await begin();
  const back = await signInAtGoogle(url.href, profile);
  const ended = await fetch(back, { redirect: 'manual', headers: { cookie } });
  const session = cookiesOf(ended)
    .split('; ')
    .find((each) => each.startsWith('escriba.session_token='));
  return { back, cookie, location: ended.headers.get('location') ?? '', session: session ?? '' };
}

async function accountsOf(email: string) {
  const { rows } = await product.deps.db.execute(sql`
    select provider_id as provider, email_verified as verified from users
    join accounts on accounts.user_id = users.id where email = ${email} order by 1`);
  return rows;
}

test('the sign-in with Google requests a code with PKCE, e-mail and profile, offline access and consent', async () => {
  const { url } = await begin();
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    access_type: 'offline',
    prompt: 'consent',
    redirect_uri: `${product.url}/api/auth/callback/google`,
    state: expect.any(String),
    nonce: expect.any(String),
  });
  const scopes = url.searchParams.get('scope')?.split(' ');
  expect(scopes).toEqual(expect.arrayContaining(['email', 'profile']));
});

test('a new user from Google gets an account with name and confirmed address and reaches the requested page', async () => {
  const email = 'nova@exemplo.com';
  const { location, session } = await signInWithGoogle({ email, name: 'Nova Pessoa' });
  expect(location).toBe('/auth/callback?redirect=%2Fdashboard%2Fplano');
  const seen = await (await callAuth(product, '/get-session', { cookie: session })).json();
  expect(seen).toMatchObject({ user: { name: 'Nova Pessoa', email, emailVerified: true } });
  await signInWithGoogle({ email, name: 'Nova Pessoa' });
  expect(await accountsOf(email)).toEqual([{ provider: 'google', verified: true }]);
});

test('Google links to the account with the same confirmed address, which keeps its password', async () => {
  const ana = namedAccount('Ana');
  await signedInCookie(product, ana);
  const { session } = await signInWithGoogle({ email: 'ANA@exemplo.com', name: 'Outra Ana' });
  expect(session).not.toBe('');
  expect(await accountsOf(ana.email)).toEqual([
    { provider: 'credential', verified: true },
    { provider: 'google', verified: true },
  ]);
  expect((await callAuth(product, '/sign-in/email', { body: ana })).status).toBe(200);
});

test('an address that Google has not confirmed cannot sign in to an account', async () => {
  const bia = namedAccount('Bia');
  await signedInCookie(product, bia);
  const { location, session } = await signInWithGoogle({
    email: bia.email,
    name: 'Bia',
    emailVerified: false,
  });
  expect(session).toBe('');
  expect(location).toContain('/auth/callback?error=');
  expect(await accountsOf(bia.email)).toEqual([{ provider: 'credential', verified: true }]);
});

test('a sign-in with Google takes over an unconfirmed account and deletes its password', async () => {
  const { account, link } = await signUp(product, namedAccount('Dona'));
  const { session } = await signInWithGoogle({ email: account.email, name: 'Dona Verdadeira' });
  expect(session).not.toBe('');
  expect(await accountsOf(account.email)).toEqual([{ provider: 'google', verified: true }]);
  expect((await callAuth(product, '/sign-in/email', { body: account })).status).toBe(401);
  const late = await fetch(link, { redirect: 'manual' });
  expect(cookiesOf(late)).not.toContain('session_token=');
});

test('a refused consent returns its reason, and a callback works once and only in its own browser', async () => {
  const refused = await signInWithGoogle({ email: 'nao@exemplo.com', name: 'Não', refuse: true });
  expect(refused.location).toContain('error=access_denied');
  expect(refused.session).toBe('');

  const { url, cookie } = await begin();
  const back = await signInAtGoogle(url.href, { email: 'roubo@exemplo.com', name: 'Roubo' });
  // Without the cookie of the browser that began: an attacker must not sign a victim in to his account.
  const planted = await fetch(back, { redirect: 'manual' });
  expect(cookiesOf(planted)).not.toContain('escriba.session_token=');
  expect(planted.headers.get('location')).toContain('error=');
  const again = await fetch(back, { redirect: 'manual', headers: { cookie } });
  expect(cookiesOf(again)).not.toContain('escriba.session_token=ey');
});

test('the server drops Google’s picture address, so that no page loads it from another site', async () => {
  const email = 'foto@exemplo.com';
  const picture = `${product.sandboxUrl}/sandbox.css`;
  const { session } = await signInWithGoogle({ email, name: 'Foto', picture });
  const seen = await (await callAuth(product, '/get-session', { cookie: session })).json();
  expect(seen).toMatchObject({ user: { email, image: null } });
});

test('the database stores Google’s tokens encrypted', async () => {
  const email = 'selo@exemplo.com';
  await signInWithGoogle({ email, name: 'Selo' });
  const { rows } = await product.deps.db.execute<{ access: string; refresh: string | null }>(sql`
    select access_token as access, refresh_token as refresh from accounts
    join users on users.id = accounts.user_id where email = ${email}`);
  const [{ access, refresh } = { access: '', refresh: '' }] = rows;
  expect(access).toMatch(/^[0-9a-f]{64,}$/);
  expect(refresh).toMatch(/^[0-9a-f]{64,}$/);
});

test('the sign-in reports an unreachable Google and recovers without a restart', async () => {
  let isAway = true;
  const discovery = createServer(async (_request, answer) => {
    const known = await fetch(product.config.google?.discoveryUrl ?? '');
    answer.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
    answer.end(await known.text());
  });
  await using listening = await listenOnFreePort(discovery);
  await using later = await startTestProduct({ GOOGLE_DISCOVERY_URL: listening.url });
  const ask = () => callAuth(later, '/sign-in/social', { body: { provider: 'google' } });
  const refused = await ask();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({
    code: 'google_unavailable',
    error: 'Erro ao conectar com o Google. Tente novamente.',
  });
  isAway = false;
  expect((await ask()).status).toBe(200);
});
