import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forgetAccount } from '#server/features/account/deletion/forget-account.ts';
import { runTranscriptionJob } from '#server/features/transcriptions/run/run-transcription.ts';
import { contactMessage } from '#tests/helpers/factories.ts';
import { waitForMail } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { enrolFactor } from '#tests/helpers/second-factor-api.ts';
import { callAuth, signedInUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { requestSummary } from '#tests/helpers/summary-api.ts';
import { uploadRecording } from '#tests/helpers/upload-recording.ts';

/** Every table of every schema with a row that contains the text in any column. */
async function tablesHolding({ deps: { db } }: TestProduct, text: string): Promise<string[]> {
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const holding = sql`select from ${table} as each where strpos(lower(each::text), ${text.toLowerCase()}) > 0 limit 1`;
    if (((await db.execute(holding)).rowCount ?? 0) > 0) found.push(`${schema}.${name}`);
  }
  return found;
}

test('after the deletion no table names the account, neither rate limits nor jobs', async () => {
  await using product = await startTestProduct({ TRUSTED_PROXIES: '127.0.0.1' });
  const { db, queue, sealing } = product.deps;
  const ana = await signedInUser(product);
  const bia = await signedInUser(product);
  const { email } = ana.account;
  for (const user of [ana, bia]) {
    const jobId = await uploadRecording(product, user.token, await recordingOf(3));
    await expect
      .poll(async () => (await user.call(`/transcribe/${jobId}`)).json(), { timeout: 20_000 })
      .toMatchObject({ status: 'completed' });
    const segments = spokenSegments(['Bom dia a todos.', 'Até amanhã.']);
    const id = await insertTranscription({ db }, { userId: user.userId, segments });
    expect((await requestSummary(user, id)).status).toBe(200);
    const mark = {
      quote: 'Bom dia',
      passage: 0,
      offset: 0,
      start_ms: 0,
      end_ms: 700,
      note: user.account.email,
    };
    const marked = `/transcribe/${id}/marks/${crypto.randomUUID()}`;
    expect((await user.call(marked, { method: 'PUT', body: mark })).status).toBe(200);
    await enrolFactor(user, { factor_type: 'totp', friendly_name: 'Celular' });
    await user.call('/account/password', {
      body: { new_password: 'Outro-segredo-2', current_password: 'Errada-1234' },
    });
    await callAuth(product, '/sign-in/email', {
      body: { email: user.account.email, password: 'Errada-1234' },
    });
    await callAuth(product, '/request-password-reset', { body: { email: user.account.email } });
    const message = contactMessage({ email: user.account.email });
    await fetch(`${product.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    // A waiting job and a dead one.
    const payload = { transcriptionId: id, run: 7 };
    const runAfter = new Date(Date.now() + 3_600_000);
    await queue.send(runTranscriptionJob, payload, { group: user.userId, runAfter });
    await db.execute(sql`
      insert into jobs.job (name, data, state, group_id, source_name, source_output)
      values ('dead', '{}'::jsonb, 'created', ${user.userId}, 'run-transcription', '{}'::jsonb)`);
    await waitForMail(product.mailboxUrl, user.account.email, /senha/i);
  }
  expect(await tablesHolding(product, ana.userId)).toEqual(
    expect.arrayContaining(['public.users', 'public.rate_limits']),
  );
  expect(await tablesHolding(product, email)).toContain('public.marks');
  expect((await tablesHolding(product, ana.userId)).some((table) => table.startsWith('jobs.'))).toBe(true);
  const countersOf = async () => (await db.execute(sql`select key from rate_limits`)).rows.length;
  const counters = await countersOf();

  expect((await ana.call('/auth/me', { method: 'DELETE' })).status).toBe(204);
  expect(await tablesHolding(product, ana.userId)).toEqual([]);
  expect(await tablesHolding(product, email)).toEqual([]);
  // Counters with hashed keys are gone too: sign-ins, mails, uploads.
  expect(await countersOf()).toBeLessThan(counters - 5);
  // The jobs of other users stay, and so does the deletion's own work.
  await signInAgain(product, bia.account);
  expect((await tablesHolding(product, bia.userId)).some((table) => table.startsWith('jobs.'))).toBe(true);
  await waitForMail(product.mailboxUrl, email, /foi excluída/);

  // A request in flight may add a counter, which the second pass removes.
  await db.execute(sql`insert into rate_limits values (${`${ana.userId}:late`}, now(), 1)`);
  await forgetAccount({ db, sealing }, { ids: [ana.userId], email });
  expect(await tablesHolding(product, ana.userId)).toEqual([]);
}, 90_000);
