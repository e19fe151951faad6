import { request } from 'node:http';
import { createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listenOnFreePort } from '#tests/helpers/listen-on-free-port.ts';
import { isLong, longTest } from '#tests/helpers/long-tests.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { formBody, readJob, sendFile, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { ffmpegProcesses } from '#tests/media/ffmpeg-processes.ts';
import { oddFiles } from '#tests/media/odd-files.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let odd: ReturnType<typeof oddFiles>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let ana: TestUser;
let good: Buffer;

const slowly = { timeout: 30_000 };

/** Counts connections to the address inside malicious files. */
const visits: string[] = [];
const trap = createServer((socket) => {
  visits.push('a connection');
  socket.destroy();
});
let trapUrl: string;

beforeAll(async () => {
  trapUrl = (await listenOnFreePort(trap)).url;
  folder = await temporaryFolder({ fast: true });
  odd = oddFiles(folder.path);
  engine = await startScriptedSpeechServer();
  // Each user signs up from a different address.
  product = await startTestProduct({ ...engine.environment, TRUSTED_PROXIES: 'loopback' });
  good = await odd.good();
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await folder[Symbol.asyncDispose]();
  trap.close();
});
beforeEach(async () => {
  ana = await signedInUser(product);
});
afterEach(async () => {
  expect(visits).toEqual([]);
  await expect.poll(() => ffmpegProcesses(), slowly).toEqual([]);
  expect((await fetch(`${product.url}/health/live`)).status).toBe(200);
});

async function stored(prefix = 'uploads') {
  const keys: string[] = [];
  for await (const { key } of product.deps.storage.list(prefix)) keys.push(key);
  return keys;
}
const rowsOf = async (table: 'uploads' | 'transcriptions') =>
  (await product.deps.db.execute(sql`select 1 from ${sql.identifier(table)} where user_id = ${ana.userId}`))
    .rowCount;
const usage = async () =>
  (
    await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${ana.userId}`,
    )
  ).rows[0];

const format =
  'Formato de arquivo inválido. Aceitamos MP3, MP4, WAV, M4A, FLAC, OGG, MOV, AVI, MKV, FLV, OPUS, AAC, AMR, WMA, WEBM, WMV, 3GP e outros áudios e vídeos.';
const empty = 'O arquivo está vazio. Escolha outro e tente de novo.';
const damaged = 'Não conseguimos ler este arquivo: ele parece incompleto ou danificado. Envie outra cópia.';
const noSound = 'Este vídeo não possui áudio. Por favor, envie um arquivo com som.';
const tooLong = (minutes: number) =>
  `O arquivo tem ${minutes} minutos e passa dos 10 minutos por arquivo do plano Free.`;

type Make = () => Promise<Buffer>;
type Refused = [what: string, name: string, make: () => Make, status: number, code: string, error: string];
const refused: Refused[] = [
  ['an empty file', 'aula.mp3', () => odd.empty, 400, 'file_empty', empty],
  ['a film without its end and index', 'aula.m4a', () => odd.withoutIndex, 400, 'file_unreadable', damaged],
  ['a text file named as MP3', 'aula.mp3', () => odd.text, 400, 'format_invalid', format],
  ['a film without sound', 'filme.mp4', () => odd.filmWithoutSound, 400, 'audio_missing', noSound],
  ['a recording shorter than a second', 'aula.wav', () => odd.withoutASecond, 400, 'file_empty', empty],
  ['a recording of twelve hours', 'aula.flac', () => odd.twelveHours, 403, 'file_too_long', tooLong(720)],
  ['five hours of silence in a small file', 'a.flac', () => odd.bomb, 403, 'file_too_long', tooLong(300)],
  [
    'a playlist with a local file',
    'a.mp4',
    () => odd.hlsTo('file:///etc/passwd'),
    400,
    'format_invalid',
    format,
  ],
  [
    'a playlist with a remote file',
    'a.m3u8',
    () => odd.hlsTo(`${trapUrl}/a.ts`),
    400,
    'format_invalid',
    format,
  ],
  [
    'a playlist after a zero byte',
    'a.mp4',
    () => odd.hiddenHlsTo(`${trapUrl}/a.ts`),
    400,
    'format_invalid',
    format,
  ],
  ['a concat list of local files', 'a.mp3', () => odd.concatTo('/etc/passwd'), 400, 'format_invalid', format],
  ['a remote concat list', 'a.mp3', () => odd.concatTo(`${trapUrl}/a.mp3`), 400, 'format_invalid', format],
  ['a remote DASH manifest', 'a.mp4', () => odd.dashTo(trapUrl), 400, 'format_invalid', format],
];

describe.each(refused)('%s', (_what, name, make, status, code, error) => {
  const nothingIsLeft = async (before: string[]) => {
    expect(await stored()).toEqual(before);
    expect(await rowsOf('uploads')).toBe(0);
    expect(await rowsOf('transcriptions')).toBe(0);
    expect(await usage()).toBeUndefined();
  };

  test('the server refuses it as a form and keeps nothing', async () => {
    const before = await stored();
    const answer = await sendFile(product, ana.token, await make()(), name);
    expect(await answer.json()).toMatchObject({ code, error });
    expect(answer.status).toBe(status);
    await nothingIsLeft(before);
  }, 60_000);

  // Both ways end in the same check, so the default run sends only some files in both.
  const inBothWays = isLong || ['format_invalid', 'file_empty'].includes(code);
  test.runIf(inBothWays)(
    'the server refuses it as a resumable upload and deletes the upload at once',
    async () => {
      const before = await stored();
      const bytes = Buffer.from(await make()());
      const tus = tusAt(product, ana.token);
      const path = await tus.begin(bytes.length, name);
      if (bytes.length > 0) expect((await tus.patch(path, 0, bytes)).status).toBe(204);
      const answer = await ana.call('/transcribe', { body: { uploadId: idIn(path) } });
      expect(await answer.json()).toMatchObject({ code, error });
      expect(answer.status).toBe(status);
      await nothingIsLeft(before);
      expect((await tus.head(path)).status).toBe(404);
    },
    60_000,
  );
});

test.each([
  ['a mostly missing recording', 'aula.flac', () => odd.mostlyMissing, damaged],
  [
    'an hour of sound whose header claims five seconds',
    'aula.mkv',
    () => odd.liar,
    'O arquivo é mais longo do que dizia e passa do limite.',
  ],
] as const)(
  'the transcription of %s ends with its reason and is not charged',
  async (_what, name, make, reasonText) => {
    const answer = await sendFile(product, ana.token, await make()(), name);
    expect(answer.status).toBe(201);
    const { jobId } = (await answer.json()) as { jobId: string };
    const read = () => readJob(product, ana.token, jobId);
    await expect.poll(async () => (await read()).status, slowly).toBe('error');
    expect(await read()).toMatchObject({ reason_text: reasonText, can_retry: false, text: null });
    expect(await usage()).toEqual({ reserved: 0, settled: 0 });
    expect(await stored('transcriptions')).not.toContainEqual(expect.stringContaining(jobId));
  },
  60_000,
);

async function expectTranscribed(name: string, make: () => Make, shown: string) {
  const answer = await sendFile(product, ana.token, await make()(), name);
  expect(answer.status).toBe(201);
  const { jobId } = (await answer.json()) as { jobId: string };
  const read = () => readJob(product, ana.token, jobId);
  await expect.poll(async () => (await read()).status, slowly).toBe('completed');
  expect(await read()).toMatchObject({ file_name: shown, text: 'Bom dia a todos.' });
  expect((await usage())?.reserved).toBe(0);
  expect([5, 6]).toContain((await usage())?.settled);
  expect((await stored()).every((key) => /^uploads\/[0-9a-f-]{36}(\.json)?$/.test(key))).toBe(true);
}

test.each([
  ['a recording named as text', 'ata.txt', () => odd.good, 'ata.txt'],
  ['a recording with a path as name', '../../etc/passwd', () => odd.good, 'passwd'],
  ['a recording with a very long name', `${'ã'.repeat(4_000)}.mp3`, () => odd.good, 'ã'.repeat(300)],
] as const)(
  'the server transcribes %s and charges its length',
  async (_what, name, make, shown) => expectTranscribed(name, make, shown),
  60_000,
);

longTest.each([
  ['a recording of nine audio tracks', 'faixas.mkv', () => odd.nineTracks, 'faixas.mkv'],
  ['a recording of eight channels at 192 kHz', 'estúdio.wav', () => odd.studio, 'estúdio.wav'],
  ['a recording with a Windows path as name', 'C:\\Aulas\\física.mp3', () => odd.good, 'física.mp3'],
  [
    'a recording with percent-encoded quotes in its name',
    'um %22nome%22 e%0Aaspas.mp3',
    () => odd.good,
    'um "nome" easpas.mp3',
  ],
] as const)(
  'the server transcribes %s and charges its length',
  async (_what, name, make, shown) => expectTranscribed(name, make, shown),
  60_000,
);

test('a file name with a NUL breaks neither database nor server', async () => {
  const answer = await sendFile(product, ana.token, good, 'au\0la.mp3');
  expect([201, 400]).toContain(answer.status);
});

test('an aborted upload leaves neither a row nor a file', async () => {
  const before = await stored();
  const { type, body } = formBody([{ field: 'file', name: 'aula.mp3', bytes: Buffer.alloc(900_000, 7) }]);
  const call = request(`${product.url}/api/transcribe`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': type, 'content-length': body.length },
  });
  call.on('error', () => {});
  call.write(body.subarray(0, 400_000));
  await expect.poll(() => rowsOf('uploads')).toBe(1);
  call.destroy();
  await expect.poll(() => rowsOf('uploads')).toBe(0);
  expect(await stored()).toEqual(before);
  expect(await usage()).toBeUndefined();
});

test('two parallel requests for one upload create one transcription, charged once', async () => {
  const tus = tusAt(product, ana.token);
  const path = await tus.begin(good.length);
  await tus.patch(path, 0, Buffer.from(good));
  const finish = () => ana.call('/transcribe', { body: { uploadId: idIn(path) } });
  const answers = await Promise.all([finish(), finish()]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    // The upload is still being probed, or already used.
    expect([404, 409, 423]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({
      error: expect.stringMatching(/^(Isto mudou|Não encontramos|Este envio está em andamento)/),
    });
  }
  expect(await rowsOf('transcriptions')).toBe(1);
  const used = await usage();
  expect([5, 6]).toContain((used?.reserved ?? 0) + (used?.settled ?? 0));
});

test('the server still transcribes a good recording after all bad ones', async () => {
  const id = await uploadRecording(product, ana.token, good);
  await expect.poll(async () => (await readJob(product, ana.token, id)).status, slowly).toBe('completed');
});
