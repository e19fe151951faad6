import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionList } from '#contract/profile.ts';
import { TranscribeFormSchema, TranscribeUploadSchema } from '#contract/transcription.ts';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { sessions } from '#server/adapters/db/schema/auth.ts';
import { transcripts } from '#server/adapters/db/schema/transcriptions.ts';
import { unconfirmedEmail } from '#server/features/messages/open-forms.ts';
import { buildApp } from '#server/http/server/app.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { newAccount } from '#tests/helpers/factories.ts';
import { confirmationLink, mailsTo, openLink, waitForMail } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { apiClient, callAuth, signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, segmentsSaying } from '#tests/helpers/stored-transcriptions.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendForm } from '#tests/helpers/upload-recording.ts';
import { withRoutes } from './registered-routes.ts';
import { fieldsHolding, textFields } from './text-fields.ts';

let product: TestProduct;
let ana: TestUser;
beforeAll(async () => {
  product = await startTestProduct();
  ana = await signedInUser(product);
  await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${ana.userId}`);
}, 60_000);
afterAll(() => product.close());

const hostile = [
  `Robert'); drop table transcriptions; --`,
  `' or '1'='1`,
  `$1 $$ \\' %s %d \${7*7} {{7*7}} <%= 7*7 %>`,
  `<script>alert(1)</script><img src=x onerror=alert(2)>`,
  `"><svg/onload=alert(3)>' onmouseover='alert(4)`,
  `=HYPERLINK("http://evil.example","abra") +1-1 @SUM(A1)`,
  `%' or name like '%`,
] as const;

const json = (answer: Response) => answer.json() as Promise<Record<string, unknown>>;

/** The fields that accepted a hostile text, named as in text-fields.ts. */
const filled = new Set<string>();

function note(route: string, text: string, body: unknown) {
  for (const field of fieldsHolding(text, body, `${route} `)) filled.add(field);
}

/** Sends a body signed in, or anonymously with `open`, and expects success. */
async function typed(route: string, text: string, body: unknown, { id = '', open = false } = {}) {
  const [method = '', address = ''] = route.split(' ');
  const path = address.replace(':id', id).replace(':markId', () => crypto.randomUUID());
  const answer = open
    ? await fetch(`${product.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', origin: product.url },
        body: JSON.stringify(body),
      })
    : await ana.call(path.slice('/api'.length), { method, body });
  expect(answer.status, route).toBeLessThan(300);
  note(route, text, body);
  return answer;
}

test.each(hostile)(
  'the server stores %s as typed, in every field',
  async (text) => {
    const id = await insertTranscription(product.deps, { userId: ana.userId }, ['Um texto.', 'E outro.']);
    const email = `texto.${crypto.randomUUID()}@exemplo.com`;
    const message = { name: text, email, message: `${text} para a equipe` };
    // Send these messages anonymously, because one account may send only a few per hour.
    for (const path of ['contact', 'feedback', 'interest'])
      await typed(`POST /api/${path}`, text, message, { open: true });
    await typed('POST /api/support', text, { subject: 'Outro', message: `${text} de quem tem conta` });
    const profile = async () => {
      const { updated_at: _changes, ...constant } = await json(await ana.call('/profile'));
      return constant;
    };
    const before = await profile();
    const beyond = { plan: 'premium', email: 'outra@exemplo.com', id: crypto.randomUUID(), used_hours: -1 };
    for (const [field, value] of Object.entries(beyond)) {
      const body = { name: 'Outra', [field]: value };
      expect((await ana.call('/profile', { method: 'PATCH', body })).status).toBe(400);
    }
    expect(await profile()).toEqual(before);
    expect(await json(await typed('PATCH /api/profile', text, { name: text }))).toMatchObject({ name: text });
    // Read the profile as the next page does. The rest of the profile must be unchanged.
    expect(await profile()).toEqual({ ...before, name: text });
    await typed('POST /api/welcome', text, { name: text, email: text });
    await typed('PUT /api/transcribe/:id', text, { title: text, text: `${text} no texto` }, { id });
    const put = await readJob(product, ana.token, id);
    expect(put.text).toContain(text);
    await product.deps.db
      .update(transcripts)
      .set({ segments: segmentsSaying(['Um texto.', 'E outro.']) })
      .where(eq(transcripts.transcriptionId, id));
    const changes = [{ id: 0, text, speaker: 'f1' }];
    const edit = { revision: put.revision, changes, speaker_names: { f1: text } };
    await typed('PATCH /api/transcribe/:id/text', text, edit, { id });
    expect(await readJob(product, ana.token, id)).toMatchObject({
      title: text,
      speaker_names: { f1: text },
      segments: [{ text }, { text: 'E outro.' }],
    });
    const confirmed = { checked: [{ id: 0, text, heard_ms: 500 }], unchecked: [] };
    expect(
      await json(await typed('PATCH /api/transcribe/:id/checks', text, confirmed, { id })),
    ).toMatchObject({
      checked: [0],
      unheard: [],
      refused: [],
    });

    const mark = { quote: text, passage: 0, offset: 0, start_ms: 0, end_ms: 900, note: text };
    expect(
      await json(await typed('PUT /api/transcribe/:id/marks/:markId', text, mark, { id })),
    ).toMatchObject(mark);
    expect(await json(await ana.call(`/transcribe/${id}/marks`))).toMatchObject({ marks: [mark] });

    // A search must find only texts that contain its words, and interpret no statement or pattern.
    const foreign = await insertTranscription(product.deps, { userId: ana.userId, title: 'Outra coisa' });
    const found = await ana.call(`/transcriptions?q=${encodeURIComponent(text)}`);
    expect(found.status).toBe(200);
    const { items, total } = (await found.json()) as TranscriptionPage;
    const ids = items.map(({ job_id }) => job_id);
    expect(ids).toContain(id);
    expect(ids).not.toContain(foreign);
    expect(total).toBe(1);

    const short = text.slice(0, 60);
    const totp = { factor_type: 'totp', friendly_name: short, issuer: short };
    const { id: factorId } = await json(await typed('POST /api/auth/factors', short, totp));
    expect((await ana.call(`/auth/factors/${factorId}`, { method: 'DELETE' })).status).toBe(204);

    const prompt = `${text} em tópicos`;
    expect(await json(await typed('POST /api/prompts', text, { name: text, prompt }))).toMatchObject({
      name: text,
      prompt,
    });
    await typed('POST /api/summary/generate', text, {
      jobId: id,
      customPrompt: prompt,
      transcriptedText: text,
    });
    expect(await json(await ana.call(`/transcribe/${id}/summaries`))).toMatchObject({
      summaries: [{ prompt }],
    });

    const { rows } = await product.deps.db.execute(sql`
    select name, message from contact_messages where email = ${unconfirmedEmail(email)}
    union all select name, message from feedback_messages where email = ${unconfirmedEmail(email)}`);
    expect(rows).toEqual([
      { name: text, message: `${text} para a equipe` },
      { name: text, message: `${text} para a equipe` },
    ]);
    expect((await product.deps.db.select().from(transcripts)).length).toBeGreaterThan(0);
  },
  20_000,
);

// Test only three texts, because each costs two password hashes.
test.each([hostile[0], hostile[3], hostile[5]])(
  "the server accepts %s as an account name and as the browser's user agent",
  async (text) => {
    const account = newAccount();
    const signUpBody = { ...account, name: text, use_case: text, how_found: text };
    await typed('POST /api/auth/sign-up/email', text, signUpBody, { open: true });
    const mail = await waitForMail(product.mailboxUrl, account.email);
    expect(mail.html).not.toMatch(/<(script|svg)|<img src=x/);
    await openLink(await confirmationLink(product.mailboxUrl, account.email));
    const { email, password } = account;
    const signedIn = await callAuth(product, '/sign-in/email', {
      body: { email, password },
      headers: { 'user-agent': text, 'x-forwarded-for': clientAddress() },
    });
    expect(signedIn.status).toBe(200);
    const user = await apiClient(product, signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '');
    expect(await json(await user.call('/profile'))).toMatchObject({
      name: text,
      use_case: text,
      how_found: text,
    });
    const { sessions: open } = (await (await user.call('/account/sessions')).json()) as SessionList;
    expect(open.find(({ is_current }) => is_current)?.device).toBe('Navegador desconhecido');
    const [row] = await product.deps.db.select().from(sessions).where(eq(sessions.id, user.sessionId));
    expect(row?.userAgent).toBe(text);
  },
);

test('the server keeps a hostile title and file name, from a form and from an upload', async () => {
  const bytes = await recordingOf(5);
  for (const text of [hostile[0], hostile[3]]) {
    const name = text.replaceAll(/["\\]/g, '\\$&');
    const form = [
      { field: 'title', value: text },
      { field: 'file', name, bytes },
    ];
    const byForm = await json(await sendForm(product, ana.token, form));
    note('POST /api/transcribe (form)', text, { title: text });
    const sent = await readJob(product, ana.token, String(byForm.jobId));
    expect(sent.title).toBe(text);
    expect(text.replaceAll('/', ' ')).toContain(sent.file_name.replaceAll('/', ' '));

    const tus = tusAt(product, ana.token);
    const begun = await tus.create(bytes.length, text);
    expect(begun.status).toBe(201);
    const path = begun.headers.get('location') ?? '';
    expect((await tus.patch(path, 0, Buffer.from(bytes))).status).toBe(204);
    const created = await typed('POST /api/transcribe', text, { uploadId: idIn(path), title: text });
    const byUpload = await readJob(product, ana.token, String((await json(created)).jobId));
    expect(byUpload.title).toBe(text);
    expect(text.replaceAll('/', ' ')).toContain(byUpload.file_name.replaceAll('/', ' '));
  }
}, 20_000);

/** The product does not store or show texts in these fields as typed. The second value gives the reason. */
const boundFields: readonly (readonly [RegExp, string])[] = [
  [/ (email|newEmail)$/, 'accepts only an address'],
  [/ (callbackURL|errorCallbackURL|redirectTo)$/, 'accepts only a path of the product'],
  [/ (password|newPassword|current_password|new_password)$/, 'stored as a hash'],
  [/ (token|code|replaces\.note)$/, 'compared, never stored'],
  [/ (planId|newPlanId|paymentIntentId)$/, 'looked up, never stored'],
  [/ phone$/, 'only digits'],
  [/ language$/, 'two or three letters'],
  [/ avatar$/, 'bytes of a picture'],
  [/changes\[\]\.speaker$/, 'the number of a speaker, whose name is another field'],
  [/ spare_note$/, 'the honeypot, which marks a message as suspect and is not stored'],
];

test('these tests fill every free text field of every route', async () => {
  const { built, bodies } = await withRoutes(() => buildApp(product.deps));
  await built.close();
  // This route accepts two schemas, but declares only one.
  bodies.set('POST /api/transcribe', TranscribeUploadSchema);
  bodies.set('POST /api/transcribe (form)', TranscribeFormSchema);
  const fields = textFields(bodies);
  expect(fields.length).toBeGreaterThan(40);
  const free = fields.filter((field) => !boundFields.some(([bound]) => bound.test(field)));
  expect(free.filter((field) => !filled.has(field))).toEqual([]);
});

test('mails show a hostile text as plain text', async () => {
  const to = product.config.mail.supportAddress;
  await waitForMail(product.mailboxUrl, to);
  await expect
    .poll(async () => (await mailsTo(product.mailboxUrl, to)).length)
    .toBeGreaterThan(hostile.length);
  for (const { html } of await mailsTo(product.mailboxUrl, to))
    expect(html).not.toMatch(/<(script|svg)|<img src=x/);
});

test('downloads show a formula as plain text, without computation, links or external content', async () => {
  const [, , , markup, attribute, formula] = hostile;
  const sentences = [formula, markup, attribute];
  const id = await insertTranscription(product.deps, { userId: ana.userId, title: formula }, sentences);
  const take = async (format: string) => ana.call(`/transcribe/${id}/${format}`);
  const docx = unzipSync(new Uint8Array(await (await take('docx')).arrayBuffer()));
  const words = Object.entries(docx)
    .filter(([name]) => /\.(xml|rels)$/.test(name))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
  expect(words).not.toMatch(/<w:(fldSimple|hyperlink|object)|TargetMode="External"|<script/);
  // Page numbers must be the only fields.
  expect([...words.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map(([, code]) => code?.trim())).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/HYPERLINK|DDE|INCLUDE/i)]),
  );
  const pdf = Buffer.from(await (await take('pdf')).arrayBuffer()).toString('latin1');
  expect(pdf).not.toMatch(/\/(JavaScript|JS|Launch|URI|EmbeddedFile|OpenAction)\b/);
  // Players interpret tags in subtitles, so they must be escaped.
  expect(await (await take('vtt')).text()).not.toContain('<script>');
  for (const format of ['srt', 'vtt', 'txt', 'json']) {
    const answer = await take(format);
    expect(answer.headers.get('content-type')).not.toMatch(/html|csv/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  }
});

test('the account export contains only text and JSON, and no table that a spreadsheet would compute', async () => {
  const answer = await ana.call('/account/export');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const names = Object.keys(files);
  expect(names.filter((name) => !/^[\w./-]+\.(json|txt)$/.test(name))).toEqual([]);
  expect(names.filter((name) => name.includes('..') || name.startsWith('/'))).toEqual([]);
  for (const name of names.filter((each) => each.endsWith('.json')))
    expect(() => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))).not.toThrow();
});
