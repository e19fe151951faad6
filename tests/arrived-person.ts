import { callAuth } from './account-at.ts';
import { newAccount, signUp } from './factories.ts';
import { pressLink } from './press-link.ts';
import type { TestProduct } from './start-test-product.ts';

type Place = Pick<TestProduct, 'url' | 'mailboxUrl'>;
type Call = { method?: string; body?: unknown };

/** The calls of somebody who holds this cookie, each with the access token as the product's own pages send it. */
export async function callsWith(product: Pick<Place, 'url'>, cookie: string) {
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

const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

/** Somebody who signed up and opened the link of the mail. */
export async function arrivedPerson(product: Place, changes: Parameters<typeof newAccount>[0] = {}) {
  const { account, link } = await signUp(product, newAccount(changes));
  const confirmed = await pressLink(link);
  return { account, ...(await callsWith(product, cookieOf(confirmed))) };
}

/** Another browser of the same person. */
export async function signInAgain(product: Pick<Place, 'url'>, body: { email: string; password: string }) {
  const answer = await callAuth(product, '/sign-in/email', { body });
  if (!answer.ok) throw new Error(`no sign-in: ${answer.status} ${await answer.text()}`);
  return callsWith(product, cookieOf(answer));
}
