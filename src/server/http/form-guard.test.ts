import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leastWritingMs } from '#contract/form-guard.ts';
import { contactMessages, premiumInterests } from '#server/adapters/db/schema/support.ts';
import { unconfirmedEmail } from '#server/features/support/unconfirmed-email.ts';
import { clientAddress } from '#tests/client-address.ts';
import { contactMessage } from '#tests/factories.ts';
import { waitForMail } from '#tests/mailbox.ts';
import { startTestProduct, type TestProduct } from '#tests/start-test-product.ts';

const support = 'ajuda@escriba.example';
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SUPPORT_EMAIL: support, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const { email, name } = contactMessage();
const forms = [
  { path: '/contact', filled: contactMessage(), table: contactMessages, keptAs: unconfirmedEmail },
  { path: '/interest', filled: { name, email }, table: premiumInterests, keptAs: (typed: string) => typed },
] as const;

function send(path: string, body: object) {
  return fetch(`${product.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress() },
    body: JSON.stringify(body),
  });
}

test.each(forms)(
  '$path: whoever is faster than a person is told to try again',
  async ({ path, filled, table }) => {
    const answer = await send(path, { ...filled, spare_note: '', elapsed_ms: leastWritingMs - 1 });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'too_many_requests' });
    expect(await product.deps.db.select().from(table)).toEqual([]);
  },
);

test.each(forms)(
  '$path: what comes with the hidden field filled is kept, and marked in our mail',
  async ({ path, filled, table, keptAs }) => {
    const suspect = { ...filled, email: `extensao.${filled.email}` };
    const answer = await send(path, { ...suspect, spare_note: 'https://compre.example', elapsed_ms: 60_000 });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ received: true });
    const email = keptAs(suspect.email);
    expect(await product.deps.db.select().from(table).where(eq(table.email, email))).toMatchObject([
      { ...suspect, email },
    ]);
    const mail = await waitForMail(
      product.mailboxUrl,
      support,
      path === '/contact' ? /Contato/ : /Interesse/,
    );
    expect(mail.subject).toMatch(/^\[suspeita\] /);
    expect(mail.text).toContain(suspect.email);
  },
);

test.each(forms)(
  '$path: a person gets through, and only what they wrote is kept',
  async ({ path, filled, table, keptAs }) => {
    expect((await send(path, { ...filled, spare_note: '', elapsed_ms: leastWritingMs })).status).toBe(201);
    const email = keptAs(filled.email);
    expect(await product.deps.db.select().from(table).where(eq(table.email, email))).toMatchObject([
      { ...filled, email },
    ]);
    const subject = path === '/contact' ? /^Contato/ : /^Interesse/;
    expect((await waitForMail(product.mailboxUrl, support, subject)).text).toContain(filled.email);
  },
);

test.each(['/contact', '/interest', '/feedback'])(
  '%s: one e-mail is heard five times an hour, whatever the address',
  async (path) => {
    const body = { ...contactMessage(), email: 'bia@cinco.example' };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) statuses.push((await send(path, body)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  },
);
