import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users, verifications } from '#server/adapters/db/schema/auth.ts';
import { billingAudit, billingCustomers } from '#server/adapters/db/schema/billing.ts';
import { contactMessages, feedbackMessages } from '#server/adapters/db/schema/messages.ts';
import { transcriptions, uploads } from '#server/adapters/db/schema/transcriptions.ts';
import { uploadKey } from '#server/adapters/storage/storage.ts';
import { ensureProfile } from '#server/features/profile/ensure-profile.ts';
import { contactMessage } from '#tests/helpers/factories.ts';
import { mailsTo, openLink, waitForLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { callAuth, signedInUser, signInAgain, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import { queuedMails } from '#tests/helpers/test-queue.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => product.close());

const deleteAccount = ({ call }: Pick<TestUser, 'call'>) => call('/auth/me', { method: 'DELETE' });
const goodbyeSubject = /foi excluída/;

/** The tables that still have a row with the user's id in any of its columns. */
async function tracesOf({ userId }: Pick<TestUser, 'userId'>) {
  const { db } = product.deps;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  `);
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(name)} as kept where strpos(kept::text, ${userId}) > 0`,
    );
    if (rows.length > 0) traces.push(name);
  }
  return traces;
}

test('deleting an account invalidates the tokens of all its sessions and clears the cookie', async () => {
  const ana = await signedInUser(product);
  const elsewhere = await signInAgain(product, ana.account);
  await insertTranscription(product.deps, { userId: ana.userId }, ['Bom dia.']);
  expect(await tracesOf(ana)).toEqual(
    expect.arrayContaining(['users', 'sessions', 'accounts', 'profiles', 'transcription_tallies']),
  );
  const left = await deleteAccount(ana);
  expect(left.status).toBe(204);
  expect(await left.text()).toBe('');
  const cookies = left.headers.getSetCookie();
  expect(cookies).toContain('escriba.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');

  for (const each of [ana, elsewhere]) {
    const answer = await each.call('/profile');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
    expect((await each.call('/account/export')).status).toBe(401);
    expect((await callAuth(product, '/token', { cookie: each.cookie })).status).toBe(401);
  }
  expect(await tracesOf(ana)).toEqual([]);
  expect((await callAuth(product, '/sign-in/email', { body: ana.account })).status).toBe(401);
  await waitForMail(product.mailboxUrl, ana.account.email, goodbyeSubject);
});

test('behind HTTPS, the cookies that end a session have the __Secure- prefix', async () => {
  await using behindHttps = await startTestProduct({ PUBLIC_URL: 'https://escriba.example' });
  expect(await behindHttps.deps.auth.endedCookies()).toContain(
    '__Secure-escriba.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
});

test('parallel deletions send one goodbye mail and touch no other account', async () => {
  const bia = await signedInUser(product);
  const caio = await signedInUser(product);
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => deleteAccount(bia)))).map(
    ({ status }) => status,
  );
  expect(statuses).toContain(204);
  expect(statuses.filter((status) => status !== 204 && status !== 401)).toEqual([]);
  expect((await caio.call('/profile')).status).toBe(200);
  await waitForMail(product.mailboxUrl, bia.account.email, goodbyeSubject);
  const goodbyes = (await queuedMails(product.deps)).filter(
    ({ template, to }) => template === 'account-deleted' && to === bia.account.email,
  );
  expect(goodbyes).toHaveLength(1);
});

test('deleting an account during a billing sync succeeds', async () => {
  const eva = await signedInUser(product);
  const { db } = product.deps;
  await db.insert(billingCustomers).values({ userId: eva.userId });
  const isBlockedBy = async (pid: number) =>
    (await db.execute(sql`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`)).rows
      .length > 0;
  // A sync locks the billing row first, and then inserts a row that references the account.
  const gone = await db.transaction(async (tx) => {
    await tx.select().from(billingCustomers).where(eq(billingCustomers.userId, eva.userId)).for('update');
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const leaving = deleteAccount(eva);
    await expect.poll(() => isBlockedBy(rows[0]?.pid ?? 0)).toBe(true);
    await tx.insert(billingAudit).values({
      userId: eva.userId,
      action: 'checkout',
      subject: 'cs_1',
      outcome: 'done',
      askedAt: product.deps.now(),
    });
    return { leaving };
  });
  expect((await gone.leaving).status).toBe(204);
});

test('links mailed before the deletion open no session and restore no account', async () => {
  const dora = await signedInUser(product);
  const { email } = dora.account;
  await callAuth(product, '/sign-in/magic-link', { body: { email, callbackURL: '/auth/callback' } });
  await callAuth(product, '/request-password-reset', { body: { email, redirectTo: '/redefinir-senha' } });
  const change = { newEmail: `nova.${email}` };
  await callAuth(product, '/change-email', {
    body: change,
    cookie: dora.cookie,
    headers: { authorization: `Bearer ${dora.token}` },
  });
  const links = [
    await waitForLink(product.mailboxUrl, email, 'magic-link'),
    await waitForLink(product.mailboxUrl, email, 'reset-password'),
    await waitForLink(product.mailboxUrl, email, 'verify-email'),
  ];
  expect((await deleteAccount(dora)).status).toBe(204);
  for (const link of links) {
    const opened = await openLink(link);
    expect(opened.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
  }
  const { db } = product.deps;
  expect(await db.select().from(users).where(eq(users.email, email))).toEqual([]);
  expect(await db.select().from(users).where(eq(users.email, change.newEmail))).toEqual([]);
  const pending = await db.select().from(verifications);
  expect(JSON.stringify(pending)).not.toContain(dora.userId);
  expect(JSON.stringify(pending)).not.toContain(email);
});

test('deleting an account keeps the links of other users valid', async () => {
  const eva = await signedInUser(product);
  const fabio = await signedInUser(product);
  const body = { email: fabio.account.email, callbackURL: '/auth/callback' };
  await callAuth(product, '/sign-in/magic-link', { body });
  const link = await waitForLink(product.mailboxUrl, fabio.account.email, 'magic-link');
  expect((await deleteAccount(eva)).status).toBe(204);
  const opened = await openLink(link);
  expect(opened.headers.getSetCookie().join()).toMatch(/session_token=[^;]/);
});

test('deleting an account removes the sender and the text of its own messages only', async () => {
  const gil = await signedInUser(product);
  const { db } = product.deps;
  const { email } = gil.account;
  const mine = { name: 'Gil', email: email.toUpperCase(), message: 'Meu número é 123' };
  const [contact] = await db.insert(contactMessages).values(mine).returning();
  const [feedback] = await db.insert(feedbackMessages).values(mine).returning();
  const other = { name: 'Hugo', email: `x${email}`, message: 'Outra pessoa' };
  await db.insert(contactMessages).values(other);
  const typed = { ...contactMessage(), email, message: 'Escrito sem entrar na conta' };
  const sent = await fetch(`${product.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(typed),
  });
  expect(sent.status).toBe(201);
  expect((await deleteAccount(gil)).status).toBe(204);

  const contacts = await db.select().from(contactMessages);
  const feedbacks = await db.select().from(feedbackMessages);
  expect(contacts.find(({ id }) => id === contact?.id)?.createdAt).toEqual(contact?.createdAt);
  expect(feedbacks.find(({ id }) => id === feedback?.id)?.createdAt).toEqual(feedback?.createdAt);
  const all = JSON.stringify([contacts, feedbacks]);
  for (const gone of ['Gil', 'Meu número é 123', typed.message]) expect(all).not.toContain(gone);
  expect(contacts).toContainEqual(expect.objectContaining(other));
});

test('deleting an account deletes its recordings and derived files, and keeps the files of others', async () => {
  const lia = await signedInUser(product);
  const mara = await signedInUser(product);
  const { db, storage } = product.deps;
  const recordingOf = async (userId: string) => {
    const expiresAt = new Date(Date.now() + 60_000);
    const [upload] = await db
      .insert(uploads)
      .values({ userId, fileName: 'aula.mp3', expiresAt })
      .returning({ id: uploads.id });
    const originalKey = uploadKey(upload?.id ?? '');
    const usage = { usageMonth: '2026-03-01', usageSeconds: 90 };
    const [made] = await db
      .insert(transcriptions)
      .values({ userId, fileName: 'aula.mp3', durationMs: 90_000, language: 'pt', originalKey, ...usage })
      .returning({ id: transcriptions.id });
    const keys = [
      originalKey,
      `transcriptions/${made?.id}/listen.m4a`,
      `transcriptions/${made?.id}/peaks.bin`,
    ];
    for (const key of keys) await storage.put(key, Readable.from(['som']));
    return keys;
  };
  const gone = await recordingOf(lia.userId);
  const kept = await recordingOf(mara.userId);
  expect((await deleteAccount(lia)).status).toBe(204);
  const countStored = async (keys: string[]) =>
    (await Promise.all(keys.map((key) => storage.stat(key)))).filter((found) => found !== undefined).length;
  await expect.poll(() => countStored(gone), { timeout: 10_000 }).toBe(0);
  expect(await countStored(kept)).toBe(3);
  const { rows } = await db.execute(
    sql`select state from jobs.job where name = 'remove-files' and data::text like ${`%${gone[0]}%`} and start_after > now()`,
  );
  expect(rows).toHaveLength(1);
});

test('the server keeps the whole account when the goodbye mail cannot be queued', async () => {
  const ines = await signedInUser(product);
  const { db } = product.deps;
  await db.execute(sql`alter table jobs.job_common rename to job_away`);
  const answer = await deleteAccount(ines).finally(() =>
    db.execute(sql`alter table jobs.job_away rename to job_common`),
  );
  expect(answer.status).toBe(500);
  expect((await ines.call('/profile')).status).toBe(200);
});

test('a sign-in that races the deletion creates no profile', async () => {
  const joao = await signedInUser(product);
  const results = await Promise.allSettled([
    deleteAccount(joao),
    ...Array.from({ length: 5 }, () => ensureProfile(product.deps, { userId: joao.userId })),
  ]);
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await tracesOf(joao)).toEqual([]);
  const mails = await mailsTo(product.mailboxUrl, joao.account.email);
  expect(mails.filter(({ subject }) => /boas-vindas/i.test(subject)).length).toBeLessThanOrEqual(1);
});

test('a deleted address can sign up again as a new user', async () => {
  const karla = await signedInUser(product);
  expect((await deleteAccount(karla)).status).toBe(204);
  // The confirmation token contains the time in whole seconds: without the delay both mails would hold the same link.
  await delay(1_000);
  const again = await signedInUser(product, karla.account);
  expect(again.userId).not.toBe(karla.userId);
  expect((await karla.call('/profile')).status).toBe(401);
  expect((await again.call('/profile')).status).toBe(200);
});
