import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PlaybackSources } from '#contract/transcription.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { failingProxy } from '#tests/helpers/network-faults.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { s3Environment, startS3Server } from '#tests/helpers/s3-server.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { callAuth, signedInUser, type TestUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct, type TestProduct } from '#tests/helpers/start-test-product.ts';
import { tusAt } from '#tests/helpers/tus.ts';
import { readJob, sendFile, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let line: Awaited<ReturnType<typeof failingProxy>>;
let engine: Awaited<ReturnType<typeof startScriptedSpeechServer>>;
let product: TestProduct;
let ana: TestUser;
let recording: Buffer<ArrayBuffer>;
let done: string;
let media: string;
let begun: string;
let unwanted: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  s3 = await startS3Server(join(folder.path, 's3'));
  line = await failingProxy(s3.endpoint);
  engine = await startScriptedSpeechServer();
  const port = await freePort();
  product = await startTestProduct({
    ...engine.environment,
    NODE_ENV: 'production',
    SESSION_SECRET: 's'.repeat(32),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...s3Environment(s3, line.url),
  });
  ana = await signedInUser(product);
  recording = Buffer.from(await recordingOf(3));
  done = await uploadRecording(product, ana.token, recording);
  await vi.waitFor(
    async () => expect((await readJob(product, ana.token, done)).status).toBe('completed'),
    15_000,
  );
  const sources = (await (await ana.call(`/transcribe/${done}/listening`)).json()) as PlaybackSources;
  media = new URL(sources.audio.url, product.url).href;
  begun = await tus().begin(recording.length);
  unwanted = await tus().begin(recording.length);
}, 60_000);
afterAll(async () => {
  await product.close();
  await engine.close();
  await line[Symbol.asyncDispose]();
  await s3.stop();
  await folder[Symbol.asyncDispose]();
});

/** Returns the received text of an answer. The server can only abort an answer that it has started. */
async function saidBy(answer: Response) {
  const pieces: Uint8Array[] = [];
  const read = async () => {
    for await (const piece of answer.body ?? []) pieces.push(piece);
  };
  await read().catch(() => undefined);
  return `${[...answer.headers].join('\n')}\n\n${Buffer.concat(pieces).toString('latin1')}`;
}

const implementationDetails =
  /\b(select|insert into|update|delete from)\b.{0,80}\b(from|set|values|where)\b|relation "|syntax error|_gone|drizzle|postgres|ECONN|node_modules|node:internal|\/src\/|\.ts\b|\n\s+at |s3:\/\/|amazonaws|x-amz|ServiceUnavailable|NoSuch|gravacoes|S3TEST/i;

type Asking = () => Promise<Response>;
type Row = [what: string, fault: string, ask: Asking, status: number, code: string | undefined];

const tus = () => tusAt(product, ana.token);
const body = { email: 'ninguem@exemplo.com', password: 'Segredo-forte-1' };
/** Sends the request of a browser that follows a link. */
const followed = (path: string) =>
  fetch(`${product.url}/api/auth${path}`, { redirect: 'manual', headers: { accept: 'text/html' } });
const withoutTable = (table: string) => `without ${table}`;
const noStorage = 'while the storage answers 503';
const hungUp = 'while the storage hangs up';

const rows: Row[] = [
  ...[noStorage, hungUp].flatMap((fault): Row[] => [
    ['starting an upload', fault, () => tus().create(9), 503, 'storage_unavailable'],
    ['continuing an upload', fault, () => tus().patch(begun, 0, recording), 503, 'storage_unavailable'],
    ['the offset of an upload', fault, () => tus().head(begun), 503, undefined],
    ['deleting an upload', fault, () => tus().remove(unwanted), 503, 'storage_unavailable'],
    ['a form', fault, () => sendFile(product, ana.token, recording), 503, 'storage_unavailable'],
    ['the player', fault, () => fetch(media), 503, 'storage_unavailable'],
    ['the waveform', fault, () => ana.call(`/transcribe/${done}/listening`), 503, 'storage_unavailable'],
  ]),

  ['starting an upload', withoutTable('uploads'), () => tus().create(9), 500, 'internal'],
  ['continuing an upload', withoutTable('uploads'), () => tus().patch(begun, 0, recording), 500, 'internal'],
  ['a form', withoutTable('uploads'), () => sendFile(product, ana.token, recording), 500, 'internal'],
  ['a sign-in', withoutTable('users'), () => callAuth(product, '/sign-in/email', { body }), 500, 'internal'],
  [
    'a session',
    withoutTable('sessions'),
    () => callAuth(product, '/get-session', { cookie: ana.cookie }),
    500,
    'internal',
  ],
  [
    'a token',
    withoutTable('sessions'),
    () => callAuth(product, '/token', { cookie: ana.cookie }),
    500,
    'internal',
  ],
  [
    'a link from a mail',
    withoutTable('verifications'),
    () => followed('/reset-password/abc'),
    302,
    undefined,
  ],
  [
    'a new password',
    withoutTable('verifications'),
    () => callAuth(product, '/reset-password', { body: { newPassword: 'Segredo-forte-2', token: 'abc' } }),
    500,
    'internal',
  ],
  ['the list', withoutTable('transcriptions'), () => ana.call('/transcriptions?q=aula'), 500, 'internal'],
  [
    'the events of the list',
    withoutTable('transcriptions'),
    () => ana.call('/transcriptions/events'),
    200,
    undefined,
  ],
  [
    'the events of one transcription',
    withoutTable('transcriptions'),
    () => ana.call(`/transcribe/${done}/events`),
    500,
    'internal',
  ],
  ['subtitles', withoutTable('transcripts'), () => ana.call(`/transcribe/${done}/srt`), 500, 'internal'],
  ['the account export', withoutTable('transcripts'), () => ana.call('/account/export'), 200, undefined],
];

async function during(fault: string, ask: Asking): Promise<Response> {
  const { db } = product.deps;
  if (fault === noStorage || fault === hungUp) {
    line.fail(undefined, { how: fault === hungUp ? 'hangs up' : 'answers' });
    return ask().finally(line.mend);
  }
  const table = fault.replace('without ', '');
  await db.execute(sql.raw(`alter table ${table} rename to ${table}_gone`));
  try {
    const answer = await ask();
    // Read the answer during the fault, because the server may query the database while it sends.
    const said = await saidBy(answer);
    return new Response(answer.status === 204 ? null : said, { status: answer.status });
  } finally {
    await db.execute(sql.raw(`alter table ${table}_gone rename to ${table}`));
  }
}

test.each(rows)(
  'the answer to %s %s reveals no implementation detail',
  async (_what, fault, ask, status, code) => {
    const before = product.logged().length;
    const answer = await during(fault, ask);
    const said = await saidBy(answer);
    expect(said).not.toMatch(implementationDetails);
    expect(said).not.toContain(new URL(line.url).host);
    if (code !== undefined) expect(said).toContain(`"code":"${code}"`);
    expect(answer.status).toBe(status);
    // The operator must find the fault in the log. The server only aborts a started stream, and the next call reports
    // the fault.
    if (status >= 300) expect(product.logged().slice(before)).toMatch(/"level":50/);
  },
  10_000,
);
