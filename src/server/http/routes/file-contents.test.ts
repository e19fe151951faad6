import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlaybackSources } from '#contract/transcription.ts';
import { makeDocument } from '#server/features/exports/documents/make-document.ts';
import { isLong } from '#tests/helpers/long-tests.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { idIn, tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { amrFile } from '#tests/media/hand-made.ts';
import {
  type FormatName,
  ffmpegIn,
  formatNames,
  makeFormats,
  picture,
  writeTones,
} from '#tests/media/make-media.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;

beforeAll(async () => {
  folder = await temporaryFolder({ fast: true });
  await writeTones(folder.path);
  await makeFormats(
    folder.path,
    isLong ? formatNames : ['tones.opus', 'tones.wma', 'tones.aac', 'tones.ts', 'tones.3gp'],
  );
  engine = await startScriptedSpeechServer();
  product = await startTestProduct({ ...engine.environment, TRUSTED_PROXIES: 'loopback' });
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => readFile(join(folder.path, name));
const encoded = (name: FormatName) => inFolder(name);

type Sending = { user: TestUser; name: string; bytes: Uint8Array };

const asForm = ({ user, name, bytes }: Sending) => sendFile(product, user.token, bytes, name);

async function asResumable({ user, name, bytes }: Sending) {
  const tus = tusAt(product, user.token);
  const path = await tus.begin(bytes.length, name);
  expect((await tus.patch(path, 0, Uint8Array.from(bytes))).status).toBe(204);
  return user.call('/transcribe', { body: { uploadId: idIn(path) } });
}
const ways = { form: asForm, resumable: asResumable };
const wayNames = Object.keys(ways) as (keyof typeof ways)[];
/** The default run takes the ways by turns, because both end in the same check. */
const waysOf = (turn: number) => (isLong ? wayNames : [wayNames[turn % 2] as keyof typeof ways]);

async function usageOf({ userId }: TestUser) {
  const { rows } = await product.deps.db.execute<{ reserved: number; settled: number }>(
    sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months where user_id = ${userId}`,
  );
  return rows[0];
}

/** Expects the name, the text, the charge of five seconds, and a sound that browsers play. */
async function expectTranscribed(way: keyof typeof ways, name: string, bytes: Uint8Array) {
  const user = await signedInUser(product);
  const answer = await ways[way]({ user, name, bytes });
  const { jobId } = (await answer.json()) as { jobId: string };
  expect(answer.status).toBe(201);
  const read = () => readJob(product, user.token, jobId);
  await vi.waitFor(async () => expect((await read()).status).toBe('completed'), { timeout: 30_000 });
  expect(await read()).toMatchObject({ file_name: name, text: 'Bom dia a todos.' });
  const usage = await usageOf(user);
  expect(usage?.reserved).toBe(0);
  expect([5, 6]).toContain(usage?.settled);
  const { audio } = (await (await user.call(`/transcribe/${jobId}/listening`)).json()) as PlaybackSources;
  const sound = await fetch(`${product.url}${audio.url}`);
  expect(['audio/mpeg', 'audio/mp4']).toContain(sound.headers.get('content-type'));
  expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(5_000);
}

const speech = [{ frames: 250, sound: 'speech' }] as const;

/** Each name with the file that it holds. */
const named: [what: string, name: string, make: () => Buffer | Promise<Buffer>][] = [
  ['no extension', 'PTT-20261127-WA0003', () => encoded('tones.opus')],
  ['a wrong extension', 'ata.pdf', () => encoded('tones.wma')],
  ['capitals', 'GRAVAÇÃO.AAC', () => encoded('tones.aac')],
  ['two dots', 'reunião.v2.final.ts', () => encoded('tones.ts')],
  ['emoji', '🎤 aula 👩‍🏫.amr', () => amrFile(speech)],
  ['255 bytes', `${'ã'.repeat(125)}a.3gp`, () => encoded('tones.3gp')],
];

test.for(named.flatMap((row, turn) => waysOf(turn).map((way) => [...row, way] as const)))(
  'the server transcribes a recording whose name has %s, and shows it under that name',
  { timeout: 60_000 },
  async ([, name, make, way]) => expectTranscribed(way, name, await make()),
);

test.for(isLong ? formatNames : [])(
  'the server transcribes %s, charges its sound and plays it',
  { timeout: 60_000 },
  async (name) => expectTranscribed('form', name, await encoded(name)),
);

const text = 'Ata da reunião de terça-feira.\n'.repeat(500);
const playlist = (target: string) =>
  Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`);

const transcript = {
  ...{ title: 'Ata', createdAt: '2026-11-22T01:30:00.000Z', durationMs: 5_000, language: 'pt-BR' },
  ...{
    warning: null,
    watermark: null,
    review: null,
    productName: 'Escriba',
    paragraphs: [{ startMs: 0, speaker: 'Ana', text }],
  },
};

async function pictureAs(name: string) {
  await ffmpegIn(folder.path, ...picture(1), '-vf', 'scale=1280:-1', '-frames:v', '1', name);
  return inFolder(name);
}

async function program() {
  await using file = await open(process.execPath);
  return (await file.read(Buffer.alloc(2_000_000), 0, 2_000_000, 0)).buffer;
}

/** Long enough that ffmpeg would find the MP3 in it. */
const longMp3 = () => recordingOf(60);

async function tar() {
  const mp3 = await longMp3();
  const head = Buffer.alloc(512);
  head.write('aula.mp3');
  head.write(mp3.length.toString(8).padStart(11, '0'), 124);
  head.write('ustar', 257);
  return Buffer.concat([head, mp3, Buffer.alloc(1_024)]);
}

async function pdfWithSound() {
  const mp3 = await longMp3();
  return Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/EmbeddedFile>>stream\n'), mp3]);
}

const refused: [what: string, name: string, make: () => Uint8Array | Promise<Uint8Array>][] = [
  ['a PDF', 'ata.pdf', () => makeDocument({ format: 'pdf', transcript })],
  ['a PDF with a sound in it', 'ata.pdf', pdfWithSound],
  ['a DOCX named as MP3', 'ata.mp3', () => makeDocument({ format: 'docx', transcript })],
  ['a JPEG', 'foto.jpg', () => pictureAs('foto.jpg')],
  ['a PNG named as M4A', 'foto.m4a', () => pictureAs('foto.png')],
  ['a GIF', 'foto.gif', () => pictureAs('foto.gif')],
  ['a ZIP of noise', 'tudo.zip', () => zipSync({ ruído: randomBytes(300_000) }, { level: 0 })],
  ['a ZIP of an MP3', 'aulas.zip', async () => zipSync({ 'aula.mp3': await longMp3() }, { level: 0 })],
  ['a TAR of an MP3', 'aulas.tar', tar],
  ['a compressed text', 'ata.aac', () => gzipSync(randomBytes(200_000).toString('hex'))],
  ['a program', 'escriba.exe', program],
  ['a database', 'notas.ac3', () => Buffer.from(`SQLite format 3\0${text}`)],
  ['a page', 'página.html', () => Buffer.from(`<!doctype html><title>Ata</title><p>${text}`)],
  ['a text named as MP3', 'ata.mp3', () => Buffer.from(text)],
  ['a playlist named as a transport stream', 'aula.ts', () => playlist('file:///etc/passwd')],
  ['a playlist named as MP3', 'aula.mp3', () => playlist('http://127.0.0.1/aula.ts')],
];

test.each(refused)(
  'the server refuses %s, charges nothing and keeps nothing',
  async (_what, name, make) => {
    const user = await signedInUser(product);
    const bytes = await make();
    for (const send of Object.values(ways)) {
      const answer = await send({ user, name, bytes });
      expect(await answer.json()).toMatchObject({ code: 'format_invalid' });
      expect(answer.status).toBe(400);
    }
    expect(await usageOf(user)).toBeUndefined();
    const { rows } = await product.deps.db.execute(sql`
    select id from uploads where user_id = ${user.userId}
    union all select id from transcriptions where user_id = ${user.userId}`);
    expect(rows).toEqual([]);
    const { rows: used } = await product.deps.db.execute<{ id: string }>(sql`select id from uploads`);
    const kept = new Set(used.map(({ id }) => id));
    for await (const { key } of product.deps.storage.list('uploads'))
      expect(kept).toContain(key.split('/').at(-1)?.replace('.json', ''));
  },
  60_000,
);
