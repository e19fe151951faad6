import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitKey } from '#server/features/limits/rate-limit.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { mailsTo, openLink, waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
beforeEach(() => product.deps.db.execute(sql`delete from rate_limits`));
afterAll(() => product.close());

const wrong = 'Segredo-errado-9';
const mailPaths = ['/sign-in/magic-link', '/request-password-reset', '/send-verification-email'];
const attackers = Array.from({ length: 20 }, (_each, index) => `203.0.113.${index + 1}`);

type Browser = { address?: string; cookie?: string };

function ask(path: string, body: object, { address = clientAddress(), cookie }: Browser = {}) {
  const headers = { 'x-forwarded-for': address };
  return callAuth(product, path, { body, headers, ...(cookie === undefined ? {} : { cookie }) });
}

/** Moves the start of all windows into the past, because the test cannot change the database's clock. */
async function advanceMinutes(minutes: number) {
  await product.deps.db.execute(
    sql`update rate_limits set window_started_at = window_started_at - ${minutes} * interval '1 minute'`,
  );
}

const deviceCookie = (answer: Response) => {
  const set = answer.headers.getSetCookie().find((each) => each.startsWith('escriba.device='));
  return { set: set ?? '', cookie: set?.split(';', 1)[0] ?? '' };
};

async function knownBrowser(account: { email: string; password: string }) {
  const answer = await ask('/sign-in/email', account);
  expect(answer.status).toBe(200);
  return deviceCookie(answer).cookie;
}

const signsIn = async (link: string) => {
  const answer = await openLink(link);
  return answer.headers.getSetCookie().some((each) => /session_token=[^;]/.test(each));
};

/** A failure lists the mails with their subjects and times. */
const untilMails = (to: string, count: number) =>
  expect.poll(() => mailsTo(product.mailboxUrl, to)).toHaveLength(count);

/** Inserts the hits of a limit, because a real wrong password costs a tenth of a second of CPU time. */
async function insertHits(subject: string, name: string, hits: number) {
  await product.deps.db.execute(sql`
    insert into rate_limits (key, window_started_at, hits)
    values (${limitKey(product.deps, `${subject}:${name}`)}, now(), ${hits})`);
}

/** Sends 200 requests in an hour, ten from each address, and returns how many passwords the server checked. */
async function attackForAnHour(email: string) {
  const kinds = [
    ['/sign-in/email', { email, password: wrong }],
    ['/sign-in/magic-link', { email, callbackURL: '/faq' }],
    ['/request-password-reset', { email, redirectTo: '/faq' }],
  ] as const;
  let checked = 0;
  for (let round = 0; round < 10; round += 1) {
    const requests = attackers.map((address, index) => {
      const [path, body] = kinds[(index + round) % kinds.length] ?? kinds[0];
      return ask(path, body, { address });
    });
    for (const { status } of await Promise.all(requests)) {
      expect([200, 401, 429]).toContain(status);
      if (status === 401) checked += 1;
    }
    await advanceMinutes(6);
  }
  return checked;
}

test('the owner can sign in by every method while an attacker sends 200 requests an hour from 20 addresses', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  const known = await knownBrowser(account);
  await product.deps.db.execute(sql`delete from rate_limits`);
  expect((await ask('/sign-in/magic-link', { email, callbackURL: '/auth/callback' })).status).toBe(200);
  const mailedBefore = await waitForLink(product.mailboxUrl, email, 'magic-link');

  expect(await attackForAnHour(email)).toBeGreaterThan(50);
  expect((await ask('/sign-in/email', account, { cookie: known })).status).toBe(200);
  expect((await ask('/sign-in/email', account)).status).toBe(200);
  expect(await signsIn(mailedBefore)).toBe(true);

  const magicLink = { email, callbackURL: '/auth/callback' };
  expect((await ask('/sign-in/magic-link', magicLink, { cookie: known })).status).toBe(200);
  expect(await signsIn(await waitForLink(product.mailboxUrl, email, 'magic-link'))).toBe(true);
  // The server sends one mail in ten minutes. Here the attacker requests it, and its link must work for the owner.
  await ask('/sign-in/magic-link', { email, callbackURL: '/faq' }, { address: attackers[0] ?? '' });
  expect(await (await ask('/sign-in/magic-link', magicLink)).json()).toEqual({
    status: true,
    sent_before: true,
  });
  const link = await waitForLink(product.mailboxUrl, email, 'magic-link');
  expect(new URL(link).searchParams.get('callbackURL')).toBe('/auth/callback');
  expect(await signsIn(link)).toBe(true);
}, 120_000);

test('an attacker has 20 guesses a day from one IP address and 500 in total, and cannot lock the owner out', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  const known = await knownBrowser(account);
  const checkedOf8 = async (address: string) => {
    const body = { email, password: wrong };
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('/sign-in/email', body, { address })));
    return all.filter(({ status }) => status === 401).length;
  };
  expect(await checkedOf8('198.51.100.7')).toBe(5);
  await advanceMinutes(15);
  await insertHits(`${email}:198.51.100.8`, 'sign-in-pair-day', 18);
  expect(await checkedOf8('198.51.100.8')).toBe(2);

  await product.deps.db.execute(sql`delete from rate_limits`);
  await insertHits(email, 'sign-in-account-day', 498);
  expect(await checkedOf8('198.51.100.9')).toBe(2);
  const refused = await ask('/sign-in/email', account);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({
    error: 'Muitas tentativas de login nesta conta. Para entrar agora, peça um link mágico.',
    more: 'Neste navegador, a senha volta a ser aceita em até 24 horas.',
  });
  expect((await ask('/sign-in/email', account, { cookie: known })).status).toBe(200);
  expect((await ask('/sign-in/magic-link', { email })).status).toBe(200);
  expect(await signsIn(await waitForLink(product.mailboxUrl, email, 'magic-link'))).toBe(true);
});

test('an IPv6 /48 has 60 guesses a day for an account, so one network cannot use up the 500', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  const wrongFrom = async (address: string) =>
    (await ask('/sign-in/email', { email, password: wrong }, { address })).status;
  await insertHits(`${email}:2001:db8:1::`, 'sign-in-network-day', 58);
  expect(await wrongFrom('2001:db8:1:1::1')).toBe(401);
  expect(await wrongFrom('2001:db8:1:2::1')).toBe(401);
  // The server must refuse the other networks of the /48 without counting them for the account.
  for (let network = 3; network < 23; network += 1)
    expect(await wrongFrom(`2001:db8:1:${network}::1`)).toBe(429);
  const refused = await ask('/sign-in/email', account, { address: '2001:db8:1:ffff::1' });
  expect(await refused.json()).toMatchObject({
    error: 'Muitas tentativas de login nesta conta. Para entrar agora, peça um link mágico.',
  });
  const { rows } = await product.deps.db.execute(
    sql`select hits from rate_limits where key = ${limitKey(product.deps, `${email}:sign-in-account-day`)}`,
  );
  expect(rows).toEqual([{ hits: 2 }]);
  for (const address of ['2001:db8:2:1::1', '198.51.100.7', '::ffff:198.51.100.8'])
    expect((await ask('/sign-in/email', account, { address })).status).toBe(200);
  expect(await wrongFrom('2001:db8:1:1::1')).toBe(429);
});

test('a known browser has five guesses in a quarter of an hour, and its cookie is valid for one account only', async () => {
  const { account } = await signedInUser(product);
  const other = await signedInUser(product);
  const known = await knownBrowser(account);
  const address = clientAddress();
  const guessStatuses = async (target: { email: string }, browser: Browser, times: number) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1)
      statuses.push((await ask('/sign-in/email', { email: target.email, password: wrong }, browser)).status);
    return statuses;
  };
  const five = [401, 401, 401, 401, 401];
  expect(await guessStatuses(account, { cookie: known }, 6)).toEqual([...five, 429]);
  expect(await guessStatuses(other.account, { address }, 6)).toEqual([...five, 429]);
  for (const cookie of [known, `${known}.forged`, known.replace(/.$/, 'x'), 'escriba.device=a.b.c'])
    expect(await guessStatuses(other.account, { address, cookie }, 1)).toEqual([429]);
});

test('collected device cookies give an attacker 100 guesses a day and do not lock the owner out', async () => {
  const { account } = await signedInUser(product);
  const [known, collected] = [await knownBrowser(account), await knownBrowser(account)];
  await insertHits(account.email, 'sign-in-devices-day', 98);
  const body = { email: account.email, password: wrong };
  const browser = { cookie: collected, address: '198.51.100.9' };
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1)
    statuses.push((await ask('/sign-in/email', body, browser)).status);
  // The cookie allows two attempts, and then the address allows five, as for any unknown browser.
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 429]);
  expect((await ask('/sign-in/email', account, { cookie: known })).status).toBe(200);
});

test('the limit counts no correct password, no request from a foreign origin and no unconfirmed address', async () => {
  const { account } = await signedInUser(product);
  const address = clientAddress();
  const cookie = 'escriba.session_token=x.y';
  for (let count = 0; count < 6; count += 1) {
    const foreign = await callAuth(product, '/sign-in/email', {
      body: account,
      cookie,
      origin: 'https://evil.example',
      headers: { 'x-forwarded-for': address },
    });
    expect(foreign.status).toBe(403);
    expect((await ask('/sign-in/email', account, { address })).status).toBe(200);
  }
  await product.deps.db.execute(sql`update users set email_verified = false where email = ${account.email}`);
  for (let count = 0; count < 6; count += 1)
    expect((await ask('/sign-in/email', account, { address })).status).toBe(403);
});

test.each([
  ['a foreign origin with a cookie', { origin: 'https://evil.example', cookie: 'a=b' }],
  ['a foreign origin without a cookie', { origin: 'https://evil.example' }],
  ['a hidden origin', { origin: 'null', cookie: 'a=b' }],
  ['a foreign page as the referrer', { referer: 'https://evil.example/x', cookie: 'a=b' }],
  ['no origin and a cookie', { cookie: 'a=b' }],
])('the server refuses %s without counting a hit', async (_title, headers: Record<string, string>) => {
  const { account } = await signedInUser(product);
  await product.deps.db.execute(sql`delete from rate_limits`);
  for (const path of mailPaths.concat('/sign-in/email')) {
    const body = path === '/sign-in/email' ? account : { email: account.email };
    const answer = await fetch(`${product.url}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(403);
  }
  const { rows } = await product.deps.db.execute(sql`select key from rate_limits`);
  expect(rows).toEqual([]);
});

test('the server does not count a refused request as a sent mail', async () => {
  const email = 'sem-conta@exemplo.com';
  for (let count = 0; count < 4; count += 1) {
    const answer = await ask('/request-password-reset', { email });
    expect(await answer.json()).toMatchObject({ code: 'account_not_found' });
  }
});

test('parallel requests from a foreign origin do not stop the mail that the owner requests in a new browser', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  for (const path of ['/sign-in/magic-link', '/request-password-reset']) {
    const refused = await Promise.all(
      attackers.map((address) =>
        callAuth(product, path, {
          body: { email },
          cookie: 'escriba.session_token=x.y',
          origin: 'https://evil.example',
          headers: { 'x-forwarded-for': address },
        }),
      ),
    );
    // A request beside another one may get the answer that a mail was sent before.
    expect(refused.map(({ status }) => status)).toContain(403);
    const before = (await mailsTo(product.mailboxUrl, email)).length;
    expect(await (await ask(path, { email })).json()).toEqual({ status: true, sent_before: false });
    await untilMails(email, before + 1);
  }
});

test('after the use of a reset link the server mails a new browser the next links without a delay', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  const sent = { status: true, sent_before: false };
  const request = async (path: string) => (await ask(path, { email })).json();
  expect(await request('/sign-in/magic-link')).toEqual(sent);
  expect(await request('/request-password-reset')).toEqual(sent);
  const magicLink = await waitForLink(product.mailboxUrl, email, 'magic-link');
  const reset = new URL(await waitForLink(product.mailboxUrl, email, 'reset-password'));
  expect(await request('/request-password-reset')).toEqual({ status: true, sent_before: true });

  const token = reset.pathname.split('/').at(-1) ?? '';
  const used = await ask('/reset-password', { token, newPassword: 'Outra-senha-forte-7' });
  expect(used.status).toBe(200);
  expect(await signsIn(magicLink)).toBe(false);
  expect(await request('/request-password-reset')).toEqual(sent);
  expect(await request('/sign-in/magic-link')).toEqual(sent);
  await waitForLink(product.mailboxUrl, email, 'reset-password');
  expect(await signsIn(await waitForLink(product.mailboxUrl, email, 'magic-link'))).toBe(true);
});

test('a change of e-mail resets the mail limits of the old address and deletes its links', async () => {
  const { account, cookie, token, userId } = await signedInUser(product);
  const newEmail = `novo.${account.email}`;
  for (const path of ['/sign-in/magic-link', '/request-password-reset'])
    await ask(path, { email: account.email });
  const magicLink = await waitForLink(product.mailboxUrl, account.email, 'magic-link');
  const changed = await callAuth(product, '/change-email', {
    body: { newEmail },
    cookie,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(changed.status).toBe(200);
  for (const mailbox of [account.email, newEmail])
    await openLink(await waitForLink(product.mailboxUrl, mailbox, 'verify-email'), { cookie });
  expect(await signsIn(magicLink)).toBe(false);
  // The owner changes back, so the old address belongs to the account again.
  await product.deps.db.execute(sql`update users set email = ${account.email} where id = ${userId}`);
  for (const path of ['/sign-in/magic-link', '/request-password-reset'])
    expect(await (await ask(path, { email: account.email })).json()).toEqual({
      status: true,
      sent_before: false,
    });
  expect(await signsIn(await waitForLink(product.mailboxUrl, account.email, 'magic-link'))).toBe(true);
});

test('attackers cause at most six reset mails an hour, and each link opens the product’s own page', async () => {
  const { account } = await signedInUser(product);
  const { email } = account;
  const known = await knownBrowser(account);
  const before = (await mailsTo(product.mailboxUrl, email)).length;
  for (let minute = 0; minute < 60; minute += 5) {
    const requests = attackers.map((address) =>
      ask('/request-password-reset', { email, redirectTo: '/redefinir-senha?error=x' }, { address }),
    );
    for (const { status } of await Promise.all(requests)) expect([200, 429]).toContain(status);
    await advanceMinutes(5);
  }
  await untilMails(email, before + 6);
  const link = await waitForLink(product.mailboxUrl, email, 'reset-password');
  const landed = await fetch(link, { redirect: 'manual' });
  expect(new URL(landed.headers.get('location') ?? '', product.url).pathname).toBe('/redefinir-senha');
  expect(landed.headers.get('location')).not.toContain('error');

  const own = await ask('/request-password-reset', { email }, { cookie: known });
  expect(await own.json()).toEqual({ status: true, sent_before: false });
  await untilMails(email, before + 7);
});

test('the device cookie reveals no address, and scripts and other sites cannot read it', async () => {
  const { account } = await signedInUser(product);
  const answer = await ask('/sign-in/email', account);
  const { set, cookie } = deviceCookie(answer);
  expect(set).toMatch(/; HttpOnly/i);
  expect(set).toMatch(/; SameSite=Lax/i);
  expect(set).toMatch(/; Path=\/api\/auth/i);
  expect(decodeURIComponent(set)).not.toContain(account.email);
  // The browser must keep its id when another account signs in.
  const { account: second } = await signedInUser(product);
  const both = deviceCookie(await ask('/sign-in/email', second, { cookie })).cookie;
  const [id = '', proof = ''] = cookie.split('=')[1]?.split('.') ?? [];
  expect(both).toMatch(new RegExp(`=${id}\\..+\\.${proof}$`));
  expect((await signInAgain(product, account)).userId).not.toBe('');
});
