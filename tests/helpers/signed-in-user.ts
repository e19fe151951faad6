import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { readOrCreateSecret } from '#server/adapters/secrets/secret-file.ts';
import { ensureProfile } from '#server/features/profile/ensure-profile.ts';
import { type NewAccount, newAccount, signUp } from './factories.ts';
import { insertSession, insertUser } from './inserted-user.ts';
import { confirmationLink, mailsTo, openLink } from './mailbox.ts';
import type { TestProduct } from './start-test-product.ts';

type CallOptions = {
  body?: object | string;
  cookie?: string;
  origin?: string;
  headers?: Record<string, string>;
};

/** Calls the sign-in API as a browser with this cookie does. */
export function callAuth({ url }: Pick<TestProduct, 'url'>, path: string, options: CallOptions = {}) {
  const { body, cookie, origin = url, headers } = options;
  return fetch(`${url}/api/auth${path}`, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export function namedAccount(name: string): NewAccount {
  return newAccount({ name, email: `${name.toLowerCase()}@exemplo.com` });
}

/** Signs up, opens the link in the mail, and returns the session cookie. */
export async function signedInCookie(product: TestProduct, account: NewAccount) {
  expect((await callAuth(product, '/sign-up/email', { body: account })).status).toBe(200);
  const confirmed = await openLink(await confirmationLink(product.mailboxUrl, account.email));
  const setCookie = confirmed.headers.getSetCookie().find((each) => each.includes('session_token')) ?? '';
  return { setCookie, cookie: setCookie.split(';', 1)[0] ?? '' };
}

/** Counts the mails to an address once the queue is empty. Workers send in parallel, so a later mail may overtake. */
export async function countMails({ deps, mailboxUrl }: TestProduct, to: string) {
  const waiting = sql`select from jobs.job where name = 'deliver-mail' and state < 'completed'`;
  await expect.poll(async () => (await deps.db.execute(waiting)).rowCount, { timeout: 10_000 }).toBe(0);
  return (await mailsTo(mailboxUrl, to)).length;
}

type Addresses = Pick<TestProduct, 'url' | 'mailboxUrl'>;
type Call = { method?: string; body?: unknown };

/** Exchanges the cookie for an access token, and returns a function that calls the API with it. */
export async function apiClient(product: Pick<Addresses, 'url'>, cookie: string) {
  const answer = await callAuth(product, '/token', { cookie });
  if (!answer.ok) throw new Error(`no access token: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const call = (path: string, { method, body }: Call = {}) =>
    fetch(`${product.url}/api${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { cookie, token, userId: String(sub), sessionId: String(sid), call };
}

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((each) => each.includes('session_token='))
    ?.split(';', 1)[0] ?? '';

type Running = Pick<TestProduct, 'url' | 'config' | 'deps'>;

/** Inserts a confirmed account with a session. Sign-up by form and mail costs ten times the CPU. */
export async function signedInUser(product: Running, changes: Parameters<typeof newAccount>[0] = {}) {
  const account = newAccount(changes);
  const { deps, config } = product;
  const userId = await insertUser(deps, account);
  await ensureProfile(deps, { userId });
  const secret =
    config.sessionSecret ?? (await readOrCreateSecret({ dataDir: config.dataDir, name: 'session' }));
  const { name, value } = await insertSession(deps, { userId, secret, publicUrl: config.http.publicUrl });
  return { account, ...(await apiClient(product, `${name}=${value}`)) };
}

export type TestUser = Awaited<ReturnType<typeof signedInUser>>;

/** Signs a new user up and opens the link in the mail, for products that run in another process. */
export async function signedUpUser(product: Addresses, changes: Parameters<typeof newAccount>[0] = {}) {
  const { account, link } = await signUp(product, newAccount(changes));
  const confirmed = await openLink(link);
  return { account, ...(await apiClient(product, cookieOf(confirmed))) };
}

export async function signInAgain(
  product: Pick<Addresses, 'url'>,
  body: { email: string; password: string },
) {
  const answer = await callAuth(product, '/sign-in/email', { body });
  if (!answer.ok) throw new Error(`no sign-in: ${answer.status} ${await answer.text()}`);
  return apiClient(product, cookieOf(answer));
}
