import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ExportFormat, exportFormats, TranscriptExportSchema } from '#contract/transcript.ts';
import { profiles } from '#server/adapters/db/schema/plans.ts';
import { readPdf } from '#tests/helpers/read-pdf.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription, spokenSegments } from '#tests/helpers/stored-transcriptions.ts';
import { attachmentName } from '#web/api/client.ts';

let product: TestProduct;
let free: TestUser;
let paying: TestUser;

beforeAll(async () => {
  product = await startTestProduct();
  free = await signedInUser(product);
  paying = await signedInUser(product);
  const plan = { plan: 'basic-monthly' };
  await product.deps.db
    .insert(profiles)
    .values({ id: paying.userId, name: 'Paula', email: paying.account.email, ...plan })
    .onConflictDoUpdate({ target: profiles.id, set: plan });
}, 60_000);
afterAll(() => product.close());

const texts = ['Bom dia, turma!', 'Hoje é a prova de física.', 'Boa sorte.'];
const types: Record<ExportFormat, string> = {
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json; charset=utf-8',
};

const insertRecording = (
  user: typeof free,
  options: Partial<Parameters<typeof insertTranscription>[1]> = {},
) => insertTranscription(product.deps, { userId: user.userId, segments: spokenSegments(texts), ...options });

const take = (user: typeof free, id: string, format: string) => user.call(`/transcribe/${id}/${format}`);

async function textIn(answer: Response, format: ExportFormat): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (format === 'pdf') return (await readPdf(bytes)).pages.flatMap(({ lines }) => lines).join(' ');
  if (format !== 'docx') return strFromU8(bytes);
  return strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]+>/g, '');
}

test.each(exportFormats)('a %s export has its name and type and is never cached', async (format) => {
  const id = await insertRecording(paying, { title: 'Física: prova de março' });
  const answer = await take(paying, id, format);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(types[format]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(attachmentName(answer.headers.get('content-disposition'))).toBe(`Física- prova de março.${format}`);
  const text = await textIn(answer, format);
  for (const said of texts) expect(text.replace(/\s+/g, ' ')).toContain(said);
});

test('the export of a recording without a name takes its file name from the date', async () => {
  const changes = { title: null, fileName: '', createdAt: new Date('2026-11-21T17:05:00Z') };
  const id = await insertRecording(paying, changes);
  const name = 'Gravação de 21 de novembro de 2026, 14h05';
  const answer = await take(paying, id, 'txt');
  expect(attachmentName(answer.headers.get('content-disposition'))).toBe(`${name}.txt`);
  expect(await textIn(await take(paying, id, 'pdf'), 'pdf')).toContain(name);
});

test.each(exportFormats)('a %s export contains corrected text and omits emptied segments', async (format) => {
  const id = await insertRecording(paying);
  const changes = [
    { id: 1, text: 'Hoje é a prova de química.' },
    { id: 2, text: '' },
  ];
  const edit = { method: 'PATCH', body: { revision: 1, changes } };
  expect((await paying.call(`/transcribe/${id}/text`, edit)).status).toBe(200);
  const text = await textIn(await take(paying, id, format), format);
  expect(text.replace(/\s+/g, ' ')).toContain('Hoje é a prova de química.');
  expect(text).not.toContain('física');
  expect(text).not.toContain('Boa sorte');
});

test('a user on the free plan can export subtitles, and gets a text for every other format', async () => {
  const id = await insertRecording(free);
  for (const format of ['srt', 'vtt']) expect((await take(free, id, format)).status).toBe(200);
  for (const format of ['txt', 'pdf', 'docx', 'json']) {
    const answer = await take(free, id, format);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'plan_required',
      error: 'Este formato faz parte dos planos pagos.',
    });
  }
});

test('the watermark of the free plan is a WebVTT note, not a cue', async () => {
  const line = 'NOTE Transcrito com Escriba — plano gratuito';
  const vtt = await (await take(free, await insertRecording(free), 'vtt')).text();
  expect(vtt.startsWith(`WEBVTT\n\n${line}\n\n`)).toBe(true);
  expect(await (await take(free, await insertRecording(free), 'srt')).text()).not.toContain('gratuito');
  expect(await (await take(paying, await insertRecording(paying), 'vtt')).text()).not.toContain('NOTE');
});

test.each(exportFormats)(
  'the server exports no %s of another user, of a deleted transcription or without a session',
  async (format) => {
    const id = await insertRecording(free);
    const deleted = await insertRecording(paying, { isDeleted: true });
    expect((await take(paying, id, format)).status).toBe(404);
    expect((await take(paying, deleted, format)).status).toBe(404);
    expect((await take(paying, 'nenhuma', format)).status).toBe(404);
    expect((await fetch(`${product.url}/api/transcribe/${id}/${format}`)).status).toBe(401);
  },
);

test.each(exportFormats)(
  'the server exports no %s of an unfinished or silent transcription',
  async (format) => {
    const unfinished = await insertRecording(paying, { status: 'processing' });
    const silent = await insertRecording(paying, { segments: [], durationMs: 5_000 });
    for (const [id, error] of [
      [unfinished, /ainda não terminou/],
      [silent, /não tem texto/],
    ] as const) {
      const answer = await take(paying, id, format);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ code: 'conflict', error: expect.stringMatching(error) });
    }
  },
);

test('the JSON export follows its schema, with seconds, speaker names and words', async () => {
  const segments = spokenSegments(texts, { speaker: 'A' });
  const id = await insertRecording(paying, { segments, speakerNames: { A: 'Ana' } });
  const answer = await take(paying, id, 'json');
  const json = TranscriptExportSchema.strict().parse(await answer.json());
  expect(json).toMatchObject({ version: 1, title: 'aula.mp3', file_name: 'aula.mp3', language: 'pt' });
  expect(json.text).toBe(texts.join(' '));
  expect(json.segments[1]).toMatchObject({
    start: (segments[1]?.start_ms ?? 0) / 1_000,
    end: (segments[1]?.end_ms ?? 0) / 1_000,
    speaker: 'Ana',
    text: texts[1],
  });
  expect(json.segments[1]?.words?.map(({ text }) => text)).toEqual(texts[1]?.split(' '));
});

test('the TXT export has paragraphs and speakers, and times with times=1', async () => {
  const segments = spokenSegments(texts).map((segment, at) => ({
    ...segment,
    start_ms: at * 40_000,
    end_ms: at * 40_000 + 3_000,
    speaker: at === 0 ? 'A' : 'B',
  }));
  const createdAt = new Date('2026-03-02T12:00:00Z');
  const id = await insertRecording(paying, { segments, speakerNames: { A: 'Ana' }, createdAt });
  const head = 'aula.mp3\n2 de março de 2026 · 1 min 23 s\n\n';
  expect(await (await take(paying, id, 'txt')).text()).toBe(
    `${head}Ana: Bom dia, turma!\n\nPessoa 2: Hoje é a prova de física.\n\nPessoa 2: Boa sorte.\n`,
  );
  expect(await (await take(paying, id, 'txt?times=1')).text()).toBe(
    `${head}[0:00] Ana: Bom dia, turma!\n\n[0:40] Pessoa 2: Hoje é a prova de física.\n\n[1:20] Pessoa 2: Boa sorte.\n`,
  );
});

test.each([
  '../../etc/passwd',
  'aspas " e \\ barra',
  'linha\r\nSet-Cookie: roubo=1\r\n\r\n<script>alert(1)</script>',
  'festa 🎉 中文',
  'a'.repeat(500),
  '\u202efdp.exe\u2066',
  'CON',
  "'; filename=\"x.exe\"; filename*=UTF-8''x.exe",
])('the hostile title %j becomes a harmless file name', async (title) => {
  const id = await insertRecording(free, { title });
  const answer = await take(free, id, 'srt');
  expect(answer.status).toBe(200);
  const header = answer.headers.get('content-disposition') ?? '';
  expect(header).toMatch(/^attachment; filename="[\w .()+,=@-]+\.srt"; filename\*=UTF-8''[\w.!~%*-]+\.srt$/);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const name = attachmentName(header);
  expect(name).not.toMatch(/[/\\"<>\p{Cc}\p{Cf}]/u);
  expect(name.length).toBeLessThanOrEqual(120);
});

test('the server allows a user sixty exports in five minutes', async () => {
  const eager = await signedInUser(product);
  const id = await insertRecording(eager);
  for (let at = 0; at < 60; at += 1) expect((await take(eager, id, 'srt')).status).toBe(200);
  const answer = await take(eager, id, 'vtt');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
