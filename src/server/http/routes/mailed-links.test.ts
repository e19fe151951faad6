import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailedLinkKind } from '#contract/mailed-links.ts';
import { accountLinkMinutes, magicLinkMinutes } from '#domain/link-lifetimes.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { newAccount } from '#tests/helpers/factories.ts';
import { mailsTo, openLink, openLinkCall, waitForLink } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');

/** Everything that a link could change. */
async function stateOf() {
  const { rows } = await product.deps.db.execute(sql`
    select (select count(*)::int from sessions) as sessions,
      (select count(*)::int from users where email_verified) as confirmed,
      (select array_agg(email order by email) from users) as addresses,
      (select count(*)::int from verifications) as links,
      (select count(*)::int from jobs.job where name = 'deliver-mail') as mails`);
  return rows[0];
}

type Asked = {
  link: string;
  /** The address that the link is for. */
  email: string;
  /** The cookies of the browser that asked for the link. */
  asking: string;
  /** The cookies of the person's other browser. A change works only in a signed-in one. */
  elsewhere: string;
};

async function askMagicLink(): Promise<Asked> {
  const { email } = newAccount();
  const asked = await callAuth(product, '/sign-in/magic-link', { body: { email } });
  const link = await waitForLink(product.mailboxUrl, email, 'magic-link');
  return { link, email, asking: cookiesOf(asked), elsewhere: '' };
}

async function signUpForConfirmation(): Promise<Asked> {
  const account = newAccount();
  const asked = await callAuth(product, '/sign-up/email', { body: account });
  const link = await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  return { link, email: account.email, asking: cookiesOf(asked), elsewhere: '' };
}

async function askChange(): Promise<Asked> {
  const { account, cookie, token } = await signedInUser(product);
  const email = `novo.${account.email}`;
  const asked = await callAuth(product, '/change-email', {
    body: { newEmail: email },
    cookie,
    headers: { authorization: `Bearer ${token}` },
  });
  const link = await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  return { link, email, asking: `${cookie}; ${cookiesOf(asked)}`, elsewhere: cookie };
}

const kinds: [MailedLinkKind, () => Promise<Asked>][] = [
  ['magic-link', askMagicLink],
  ['confirm-email', signUpForConfirmation],
  ['change-email', askChange],
];

/** A scanner's requests come from its own address. It keeps the cookies that it receives. */
function openScanner() {
  const address = clientAddress();
  let cookies = '';
  const send = async (url: string, init: RequestInit = {}, withCookies = true) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': address, accept: 'text/html', ...(withCookies && { cookie: cookies }) },
    });
    cookies = cookiesOf(answer);
    return answer;
  };
  /** Runs the page's script, which sends the call without a press. */
  const runScripts = async (location: string) =>
    fetch(`${product.url}/api/auth/open-link`, {
      method: 'POST',
      headers: {
        origin: product.url,
        'content-type': 'application/json',
        'x-forwarded-for': address,
        cookie: cookies,
      },
      body: JSON.stringify(openLinkCall(location, { pressed: false })),
    });
  return { send, runScripts };
}

test.each(kinds)(
  'a scanner changes nothing with the link of a %s, and the person still gets in',
  async (kind, ask) => {
    const { link, email, asking, elsewhere } = await ask();
    await expect
      .poll(async () => (await mailsTo(product.mailboxUrl, email)).length)
      .toBeGreaterThanOrEqual(0);
    const before = await stateOf();
    const scanner = openScanner();
    for (const withCookies of [true, false]) {
      await scanner.send(link, {}, withCookies);
      await scanner.send(link, {}, withCookies);
      await scanner.send(link, { method: 'HEAD' }, withCookies);
      const led = await scanner.send(link, {}, withCookies);
      expect(led.status).toBe(302);
      expect(led.headers.getSetCookie()).toEqual([]);
      const location = led.headers.get('location') ?? '';
      await scanner.send(new URL(location, product.url).href);
      const ran = await scanner.runScripts(location);
      // A change needs the account's own session.
      if (kind === 'change-email') expect(await ran.json()).toMatchObject({ code: 'unauthenticated' });
      else expect(await ran.json()).toEqual({ status: 'press_needed', email });
      expect(ran.headers.getSetCookie()).toEqual([]);
    }
    expect(await stateOf()).toEqual(before);

    const other = await openLink(link, { cookie: elsewhere, pressed: false });
    expect(await other.json()).toEqual({ status: 'press_needed', email });
    expect(await stateOf()).toEqual(before);
    const own = await openLink(link, { cookie: asking, pressed: false });
    expect(await own.json()).toEqual({ status: 'opened' });
    expect(await stateOf()).not.toEqual(before);
  },
);

test.each(kinds)('another browser opens the link of a %s after a press', async (_kind, ask) => {
  const { link, elsewhere } = await ask();
  const before = await stateOf();
  expect(await (await openLink(link, { cookie: elsewhere })).json()).toEqual({ status: 'opened' });
  expect(await stateOf()).not.toEqual(before);
});

test('a browser that asked for one link needs a press for the links of other addresses and kinds', async () => {
  const mine = await askMagicLink();
  const theirs = await askMagicLink();
  const planted = await openLink(theirs.link, { cookie: mine.asking, pressed: false });
  expect(await planted.json()).toEqual({ status: 'press_needed', email: theirs.email });
  // A stranger signs up with the address of a person who just asked for a magic link.
  const account = newAccount();
  const asked = await callAuth(product, '/sign-in/magic-link', { body: { email: account.email } });
  await callAuth(product, '/sign-up/email', { body: account });
  const link = await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  const confirmed = await openLink(link, { cookie: cookiesOf(asked), pressed: false });
  expect(await confirmed.json()).toEqual({ status: 'press_needed', email: account.email });
});

test('the cookie of the asking browser lasts as long as the links, and scripts cannot read it', async () => {
  const asked = await callAuth(product, '/sign-in/magic-link', { body: { email: newAccount().email } });
  const [cookie] = asked.headers.getSetCookie();
  expect(cookie).toMatch(/^escriba\.asked=[\w.-]+; Max-Age=3600; Path=\/api\/auth; HttpOnly; SameSite=Lax$/);
});

test('another site cannot open a link in the browser that asked for it', async () => {
  const { link, asking } = await askMagicLink();
  const led = await fetch(link, { redirect: 'manual' });
  const body = openLinkCall(led.headers.get('location') ?? '');
  const answer = await callAuth(product, '/open-link', {
    body,
    cookie: asking,
    origin: 'https://mau.example',
  });
  expect(answer.status).toBe(403);
  expect((await openLink(link, { cookie: asking, pressed: false })).status).toBe(200);
});

test('each link lasts as long as its mail promises', async () => {
  const { account } = await signedInUser(product);
  await callAuth(product, '/request-password-reset', { body: { email: account.email } });
  await waitForLink(product.mailboxUrl, account.email, 'reset-password');
  const mails = [
    ...(await mailsTo(product.mailboxUrl, account.email)),
    ...(await mailsTo(product.mailboxUrl, (await signUpForConfirmation()).email)),
  ];
  const promises = mails.filter(({ text }) => text.includes('O link'));
  expect(promises).toHaveLength(2);
  for (const { text } of promises) expect(text).toContain('vale por uma hora.');
  const magic = await askMagicLink();
  const [mail] = await mailsTo(product.mailboxUrl, magic.email);
  expect(mail?.text).toContain(`vale por ${magicLinkMinutes} minutos.`);

  const { link } = await signUpForConfirmation();
  const token = new URL(link).searchParams.get('token') ?? '';
  const { exp, iat } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(exp - iat).toBe(accountLinkMinutes * 60);
  const { rows } = await product.deps.db.execute(sql`
    select round(extract(epoch from expires_at - created_at) / 60)::int as minutes
    from verifications order by created_at desc limit 2`);
  expect(rows).toEqual([{ minutes: magicLinkMinutes }, { minutes: accountLinkMinutes }]);
});

test('a stranger plants no error and no other page in a mailed link, and no letters break its redirect', async () => {
  const planted = '/auth/callback?error=access_denied&redirect=%2Fdashboard%2Fr%C3%A9u%3Fq%3Dação';
  const account = newAccount();
  const known = await signedInUser(product);
  const headers = { authorization: `Bearer ${known.token}` };
  await callAuth(product, '/sign-up/email', { body: { ...account, callbackURL: planted } });
  const body = {
    newEmail: `novo.${known.account.email}`,
    callbackURL: '/dashboard/conta?email=confirmado&error=x',
  };
  await callAuth(product, '/change-email', { body, cookie: known.cookie, headers });
  const landings = [account.email, known.account.email].map(async (email) => {
    const link = await waitForLink(product.mailboxUrl, email, 'verify-email');
    const led = await fetch(link, { redirect: 'manual' });
    return new URL(led.headers.get('location') ?? '', product.url);
  });
  const [signUp, change] = await Promise.all(landings);
  expect([...(signUp?.searchParams ?? [])]).toEqual([['redirect', '/dashboard/réu?q=ação']]);
  expect(change?.search).toBe('');
  for (const path of ['/verify-email?token=x', '/magic-link/verify?token=x', '/reset-password/x?a=b']) {
    const forged = `${product.url}/api/auth${path}&callbackURL=${encodeURIComponent('/reunião?error=ß')}`;
    const answer = await fetch(forged, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).not.toContain('reuni');
  }
});

test('the sign-in of an unconfirmed account mails a link to the own callback only', async () => {
  const account = newAccount();
  await callAuth(product, '/sign-up/email', { body: account });
  await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  await product.deps.db.execute(sql`delete from rate_limits`);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const body = { email: account.email, password: account.password, callbackURL: '/faq?error=ação' };
  const refused = await callAuth(product, '/sign-in/email', { body });
  expect(refused.status).toBe(403);
  const link = await waitForLink(product.mailboxUrl, account.email, 'verify-email');
  expect(new URL(link).searchParams.get('callbackURL')).toBe('/auth/callback');
  expect(await (await openLink(link, { cookie: cookiesOf(refused), pressed: false })).json()).toEqual({
    status: 'opened',
  });
});
