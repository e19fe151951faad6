import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { unconfirmedEmail } from '#server/features/support/unconfirmed-email.ts';
import { arrivedPerson } from '../arrived-person.ts';
import { keepTranscription } from '../kept-transcription.ts';
import { mailsTo, waitForMail } from '../mailbox.ts';
import { startTestProduct, type TestProduct } from '../start-test-product.ts';
import { tusAt } from '../tus.ts';
import { readJob } from '../uploading.ts';

let product: TestProduct;
let ana: Awaited<ReturnType<typeof arrivedPerson>>;
beforeAll(async () => {
  product = await startTestProduct();
  ana = await arrivedPerson(product);
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${ana.userId}`);
}, 60_000);
afterAll(() => product.close());

const hostile = [
  `Robert'); drop table transcriptions; --`,
  `' or '1'='1`,
  `$1 $$ \\' %s \${7*7} {{7*7}} <%= 7*7 %>`,
  `<script>alert(1)</script><img src=x onerror=alert(2)>`,
  `"><svg/onload=alert(3)>' onmouseover='alert(4)`,
  `=HYPERLINK("http://evil.example","abra") +1-1 @SUM(A1)`,
  `%' or name like '%`,
] as const;

const json = (answer: Response) => answer.json() as Promise<Record<string, unknown>>;

test.each(hostile)('%s is kept as it was typed, wherever it is typed', async (text) => {
  const id = await keepTranscription(product.deps, { userId: ana.userId }, ['Um texto.', 'E outro.']);
  const email = `texto.${crypto.randomUUID()}@exemplo.com`;
  const message = { name: text, email, message: `${text} para a equipe` };
  // Without an account, as anybody may: what one account sends in an hour is counted.
  for (const path of ['/contact', '/feedback', '/interest']) {
    const sent = await fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    expect(sent.status).toBeLessThan(300);
  }
  expect(await json(await ana.call('/profile', { method: 'PATCH', body: { name: text } }))).toMatchObject({
    name: text,
  });
  expect((await ana.call(`/transcribe/${id}`, { method: 'PUT', body: { title: text } })).status).toBe(204);
  const changes = [{ id: 0, text, speaker: 'f1' }];
  const edit = { revision: 1, changes, speaker_names: { f1: text } };
  expect((await ana.call(`/transcribe/${id}/text`, { method: 'PATCH', body: edit })).status).toBe(200);
  expect(await readJob(product, ana.token, id)).toMatchObject({
    title: text,
    speaker_names: { f1: text },
    segments: [{ text }, { text: 'E outro.' }],
  });

  // A search is words, never a statement or a pattern: it finds what holds them, and nothing else.
  const foreign = await keepTranscription(product.deps, { userId: ana.userId, title: 'Outra coisa' });
  const found = await ana.call(`/transcriptions?q=${encodeURIComponent(text)}`);
  expect(found.status).toBe(200);
  const { items, total } = (await found.json()) as TranscriptionPage;
  const ids = items.map(({ job_id }) => job_id);
  expect(ids).toContain(id);
  expect(ids).not.toContain(foreign);
  expect(total).toBe(1);
  const factor = await ana.call('/auth/factors', {
    body: { factor_type: 'totp', friendly_name: text.slice(0, 60), issuer: text.slice(0, 60) },
  });
  expect(factor.status).toBe(201);
  const { id: factorId } = await json(factor);
  expect((await ana.call(`/auth/factors/${factorId}`, { method: 'DELETE' })).status).toBe(204);
  expect((await tusAt(product, ana.token).create(5, text)).status).toBe(201);

  const { rows } = await product.deps.db.execute(sql`
    select name, message from contact_messages where email = ${unconfirmedEmail(email)}
    union all select name, message from feedback_messages where email = ${unconfirmedEmail(email)}`);
  expect(rows).toEqual([
    { name: text, message: `${text} para a equipe` },
    { name: text, message: `${text} para a equipe` },
  ]);
  expect((await product.deps.db.select().from(transcripts)).length).toBeGreaterThan(0);
});

test('in a mail, what somebody typed is words', async () => {
  const to = product.config.mail.supportAddress;
  await waitForMail(product.mailboxUrl, to);
  await expect
    .poll(async () => (await mailsTo(product.mailboxUrl, to)).length)
    .toBeGreaterThan(hostile.length);
  for (const { html } of await mailsTo(product.mailboxUrl, to))
    expect(html).not.toMatch(/<(script|svg)|<img src=x/);
});

test('in what is taken away, a formula is words too: nothing computes, links or loads', async () => {
  const [, , , markup, attribute, formula] = hostile;
  const sentences = [formula, markup, attribute];
  const id = await keepTranscription(product.deps, { userId: ana.userId, title: formula }, sentences);
  const take = async (format: string) => ana.call(`/transcribe/${id}/${format}`);
  const docx = unzipSync(new Uint8Array(await (await take('docx')).arrayBuffer()));
  const words = Object.entries(docx)
    .filter(([name]) => /\.(xml|rels)$/.test(name))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
  expect(words).not.toMatch(/<w:(fldSimple|hyperlink|object)|TargetMode="External"|<script/);
  // Page numbers are the only fields.
  expect([...words.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(([, code]) => code?.trim())).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/HYPERLINK|DDE|INCLUDE/i)]),
  );
  const pdf = Buffer.from(await (await take('pdf')).arrayBuffer()).toString('latin1');
  expect(pdf).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|OpenAction)\b/);
  // A player reads tags in subtitles: there they stand as letters.
  expect(await (await take('vtt')).text()).not.toContain('<script>');
  for (const format of ['srt', 'vtt', 'txt', 'json']) {
    const answer = await take(format);
    expect(answer.headers.get('content-type')).not.toMatch(/html|csv/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  }
});

test('all that is kept of an account is given as text, with no table a spreadsheet would compute', async () => {
  const answer = await ana.call('/account/export');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const names = Object.keys(files);
  expect(names.filter((name) => !/^[\w./-]+\.(json|txt)$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.includes('..') || name.startsWith('/'))).toEqual([]);
  for (const name of names.filter((each) => each.endsWith('.json')))
    expect(() => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))).not.toThrow();
});
