import { writeFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { runHourlySweep } from '#server/worker/hourly-sweep.ts';
import { join, joined, type NamedFile, uploadAll, voiceMessages } from '#tests/helpers/joined-files.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { voiceMessageOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob } from '#tests/helpers/upload-recording.ts';

let product: TestProduct;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let messages: NamedFile[];
const dayMs = 86_400_000;
const slowly = { timeout: 45_000 };
const { signal } = new AbortController();

beforeAll(async () => {
  engine = await startScriptedSpeechServer();
  product = await startTestProduct(engine.environment);
  messages = await voiceMessages(10);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
});
beforeEach(() => engine.answerWith((call) => ({ text: `Recado ${call}.` })));

const rows = <T extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  product.deps.db.execute<T>(query).then((result) => result.rows);
const statusOf = async ({ token }: TestUser, id: string) => (await readJob(product, token, id)).status;
const usageOf = ({ userId }: TestUser) =>
  rows(
    sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
  );
const storedUploads = async () => {
  const keys: string[] = [];
  for await (const { key } of product.deps.storage.list('uploads')) keys.push(key);
  return keys;
};
const broken = (name: string): NamedFile => ({ name, bytes: Buffer.from('isto é só um texto') });
const run = (later = 0) =>
  runHourlySweep({ ...product.deps, now: () => new Date(Date.now() + later * dayMs) }, { signal });

test('ten voice messages become one text in their order, each in segments of its own, for the sum of their seconds', async () => {
  const ana = await signedInUser(product);
  const id = await joined(product, ana, messages);
  await expect.poll(() => statusOf(ana, id), slowly).toBe('completed');
  const job = await readJob(product, ana.token, id);
  expect(job).toMatchObject({
    title: 'PTT-20260103-WA0001 e mais 9',
    file_name: 'PTT-20260103-WA0001.opus',
    has_video: false,
    has_media: true,
  });
  expect(job.parts.map(({ position, file_name }) => [position, file_name])).toEqual(
    messages.map(({ name }, at) => [at + 1, name]),
  );
  let endMs = 0;
  for (const [at, { start_ms, duration_ms }] of job.parts.entries()) {
    expect(start_ms).toBe(endMs);
    expect(Math.abs((duration_ms ?? 0) - (1_130 + at * 250))).toBeLessThan(50);
    endMs += duration_ms ?? 0;
    const segment = job.segments[at];
    expect(segment?.start_ms).toBe((start_ms ?? 0) + 500);
    expect(segment?.end_ms).toBeLessThanOrEqual(endMs);
  }
  expect(job.segments).toHaveLength(10);
  expect(Math.abs(job.audio_duration * 1_000 - endMs)).toBeLessThanOrEqual(1);
  expect(new Set(engine.calls.map(({ chunk }) => chunk)).size).toBe(10);
  expect(await usageOf(ana)).toEqual([{ reserved: 0, settled: Math.ceil(endMs / 1_000) }]);
  // Also sweeps three days later: no sweep may take a joined file.
  await expectNothingLost({ deps: product.deps, mailboxUrl: product.mailboxUrl });
}, 90_000);

test('the TXT export names each file before its words', async () => {
  const gil = await signedInUser(product);
  await product.deps.db
    .insert(profiles)
    .values({ id: gil.userId, name: 'Gil', email: gil.account.email, plan: 'basic-monthly' })
    .onConflictDoUpdate({ target: profiles.id, set: { plan: 'basic-monthly' } });
  engine.answerWith(() => ({ text: 'Recado.' }));
  const id = await joined(product, gil, messages.slice(0, 2));
  await expect.poll(() => statusOf(gil, id), slowly).toBe('completed');
  const text = await (await gil.call(`/transcribe/${id}/txt`)).text();
  expect(text.split('\n\n').slice(1)).toEqual([
    'PTT-20260103-WA0001.opus',
    'Recado.',
    'PTT-20260103-WA0002.opus',
    'Recado.\n',
  ]);
}, 60_000);

test('a second request for the same files is a conflict, and one after a refused file finds nothing', async () => {
  const hugo = await signedInUser(product);
  const [first, second] = messages as [NamedFile, NamedFile];
  const used = await uploadAll(product, hugo, [first, second]);
  expect((await join(hugo, used)).status).toBe(201);
  expect(await (await join(hugo, used)).json()).toMatchObject({ code: 'conflict' });
  const ids = await uploadAll(product, hugo, [first, broken('recado.opus')]);
  expect(await (await join(hugo, ids)).json()).toMatchObject({ code: 'format_invalid' });
  expect(await (await join(hugo, ids)).json()).toMatchObject({ code: 'not_found' });
}, 60_000);

test('a broken file refuses all and is named; it alone is deleted, and the others can be joined at once', async () => {
  const bia = await signedInUser(product);
  const [first, second] = messages as [NamedFile, NamedFile];
  const ids = await uploadAll(product, bia, [first, broken('recado.opus'), second]);
  const answer = await join(bia, ids);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'format_invalid',
    error: expect.stringMatching(/^«recado\.opus»: Formato de arquivo inválido\./),
  });
  expect(await usageOf(bia)).toEqual([]);
  expect(await rows(sql`select id from transcriptions where user_id = ${bia.userId}`)).toEqual([]);
  expect(
    await rows(sql`select id, used_at from uploads where user_id = ${bia.userId} order by created_at`),
  ).toEqual([ids[0], ids[2]].map((id) => ({ id, used_at: null })));
  expect((await storedUploads()).filter((key) => key.includes(ids[1] as string))).toEqual([]);
  const again = await join(bia, [ids[2] as string, ids[0] as string], { title: 'Recados da Bia' });
  expect(again.status).toBe(201);
  const { jobId } = (await again.json()) as { jobId: string };
  const { title, parts } = await readJob(product, bia.token, jobId);
  expect([title, ...parts.map(({ file_name }) => file_name)]).toEqual([
    'Recados da Bia',
    second.name,
    first.name,
  ]);
  await expect.poll(() => statusOf(bia, jobId), slowly).toBe('completed');
}, 60_000);

test('the server refuses the upload of another user, one that is used, one twice, and a single one', async () => {
  const [caio, davi] = [await signedInUser(product), await signedInUser(product)];
  const [his] = await uploadAll(product, caio, messages.slice(0, 1));
  const mine = (await uploadAll(product, davi, messages.slice(0, 2))) as [string, string];
  const refusalOf = async (ids: readonly (string | undefined)[]) => {
    const answer = await join(davi, ids as string[]);
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  expect(await refusalOf([mine[0], his])).toEqual([404, 'Não encontramos o que você pediu.']);
  expect(await refusalOf([mine[0], mine[1], mine[0]])).toEqual([
    400,
    'O mesmo envio aparece mais de uma vez. Junte cada um uma só vez.',
  ]);
  expect(await refusalOf([mine[0]])).toEqual([400, 'Escolha pelo menos dois arquivos para juntar.']);
  expect((await refusalOf(Array.from({ length: 51 }, () => crypto.randomUUID())))[1]).toBe(
    'Junte no máximo 50 arquivos de uma vez.',
  );
  expect((await join(davi, mine)).status).toBe(201);
  expect((await refusalOf(mine))[0]).toBe(409);
  const used = await rows(sql`select id from uploads where user_id = ${caio.userId} and used_at is null`);
  expect(used).toHaveLength(1);
}, 60_000);

test('the minutes per file and of the month count for the sum of the files', async () => {
  const eva = await signedInUser(product);
  const bytes = Buffer.from(await voiceMessageOf(35, 440));
  const ids = await uploadAll(
    product,
    eva,
    ['a', 'b'].map((name) => ({ name: `${name}.opus`, bytes })),
  );
  await rows(sql`update plans set max_file_minutes = 1 where id = 'free'`);
  const long = await join(eva, ids);
  await rows(sql`update plans set max_file_minutes = 10 where id = 'free'`);
  expect([long.status, await long.json()]).toMatchObject([
    403,
    {
      code: 'file_too_long',
      error: expect.stringMatching(
        /^Os 2 arquivos juntos têm 2 minutos e passam dos 1 minutos .+ Junte menos arquivos/,
      ),
    },
  ]);
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  await rows(sql`
    insert into usage_months (user_id, month, reserved_seconds, settled_seconds)
    select ${eva.userId}, ${month}, 0, hours_per_month * 3600 - 3 from plans where id = 'free'`);
  const spent = await join(eva, ids);
  expect([spent.status, await spent.json()]).toMatchObject([
    403,
    { code: 'quota_spent', error: expect.stringMatching(/^Estes arquivos precisam de 1 min, e restam 3 s/) },
  ]);
  expect(await rows(sql`select id from uploads where user_id = ${eva.userId}`)).toHaveLength(2);
}, 60_000);

test('a file that cannot be decoded ends the work with its name in the reason, uncharged', async () => {
  const gil = await signedInUser(product);
  engine.answerWith(() => ({ status: 400 }));
  const id = await joined(product, gil, messages.slice(0, 2));
  await expect.poll(() => statusOf(gil, id), slowly).toBe('failed');
  const [part] = await rows<{ upload_id: string }>(
    sql`select upload_id from transcription_parts where transcription_id = ${id} and position = 2`,
  );
  await writeFile(pathOf(product.config.dataDir, 'files', 'uploads', part?.upload_id ?? ''), 'um texto');
  expect((await gil.call(`/transcribe/${id}/retry`, { method: 'POST' })).status).toBe(204);
  await expect.poll(() => statusOf(gil, id), slowly).toBe('error');
  const { reason, reason_text } = await readJob(product, gil.token, id);
  expect(reason).toBe('unreadable');
  expect(reason_text).toMatch(/^«PTT-20260103-WA0002\.opus»: Não conseguimos ler este arquivo/);
  expect(await usageOf(gil)).toEqual([{ reserved: 0, settled: 0 }]);
}, 60_000);

test('a retry beyond the seconds of the month is refused, and the text speaks of several files', async () => {
  const rui = await signedInUser(product);
  engine.answerWith(() => ({ status: 400 }));
  const id = await joined(product, rui, messages.slice(0, 2));
  await expect.poll(() => statusOf(rui, id), slowly).toBe('failed');
  await rows(sql`update transcriptions set reason = 'quota_spent' where id = ${id}`);
  await rows(sql`
    update usage_months set settled_seconds = hours_per_month * 3600 - 2 from plans
    where plans.id = 'free' and user_id = ${rui.userId}`);
  const answer = await rui.call(`/transcribe/${id}/retry`, { method: 'POST' });
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { code: 'quota_spent', error: expect.stringMatching(/^Estes arquivos precisam de 3 s, e restam 2 s/) },
  ]);
}, 60_000);

test('all files of a deleted transcription go, and count as stored bytes until then', async () => {
  const lia = await signedInUser(product);
  const id = await joined(product, lia, messages.slice(0, 2));
  await expect.poll(() => statusOf(lia, id), slowly).toBe('completed');
  const parts = await rows<{ upload_id: string }>(
    sql`select upload_id from transcription_parts where transcription_id = ${id}`,
  );
  const kept = async () => {
    const keys = await storedUploads();
    return parts.filter(({ upload_id }) => keys.some((key) => key.includes(upload_id))).length;
  };
  const [stored] = await rows<{ bytes: string }>(
    sql`select sum(bytes) as bytes from uploads where user_id = ${lia.userId} and used_at is not null`,
  );
  expect(Number(stored?.bytes)).toBe(messages.slice(0, 2).reduce((sum, { bytes }) => sum + bytes.length, 0));
  expect((await lia.call(`/transcribe/${id}`, { method: 'DELETE' })).status).toBe(204);
  await run(29);
  expect(await kept()).toBe(2);
  await run(31);
  expect(await kept()).toBe(0);
  expect(await rows(sql`select id from uploads where user_id = ${lia.userId}`)).toEqual([]);
  expect(await rows(sql`select position from transcription_parts where transcription_id = ${id}`)).toEqual(
    [],
  );
}, 60_000);
