/**
 * Uploads a recording of one gigabyte, as one form and over tus as the page does. The time ends when the
 * product accepts the recording. The reference is a bare Node server that pipes the same bytes to a file on
 * the same disk. The table also shows how much the product's memory grows.
 *
 *   node bench/upload.ts [--megabytes 1024] [--runs 3] [--tiny]
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Comparison, isTiny, readSizes, report, type Summary, summarise } from './harness.ts';
import { largeWav } from './set-up/large-recordings.ts';
import { residentMegabytes, trackPeakMemory } from './set-up/process-memory.ts';
import { startSignedInProduct } from './set-up/signed-in-product.ts';

const { megabytes, runs } = readSizes({
  full: { megabytes: 1_024, runs: 3 },
  tiny: { megabytes: 4, runs: 1 },
});
const recording = largeWav(megabytes * 1_048_576);
const settleMs = isTiny ? 0 : 2_000;
const boundary = 'escriba-bench';
/** The chunk size of the upload page. */
const tusPieceBytes = 16_777_216;
const head = Buffer.from(
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="grande.wav"\r\ncontent-type: audio/wav\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

type Sending = {
  url: string;
  method: string;
  headers: Record<string, string | number>;
  body: Readable;
  around?: readonly [Buffer, Buffer];
};

/** Writes `around` separately, because joining it with the body into one stream would slow down the sender. */
async function send({ url, method, headers, body, around }: Sending) {
  const sent = request(url, { method, headers });
  const answered = once(sent, 'response');
  if (around !== undefined) sent.write(around[0]);
  await pipeline(body, sent, { end: false });
  sent.end(around?.[1]);
  const [answer] = await answered;
  return { status: answer.statusCode as number, body: await text(answer) };
}

const sendForm = (url: string, headers: Record<string, string>) =>
  send({
    url,
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + recording.bytes + tail.length,
    },
    body: recording.stream(),
    around: [head, tail],
  });

const seconds = async (work: () => Promise<unknown>) => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
};

await using signedIn = await startSignedInProduct({ ROLES: 'web' });
const { instance, pid, user } = signedIn;
const authorization = { authorization: `Bearer ${user.token}` };

async function expectStatus(status: number, work: Promise<{ status: number; body: string }>) {
  const answer = await work;
  if (answer.status !== status) throw new Error(`the product answered ${answer.status}: ${answer.body}`);
  return answer;
}

/** Sends the chunks and then the call that creates the recording, as the upload page does. */
async function throughTus() {
  const created = await fetch(`${instance.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...authorization,
      'tus-resumable': '1.0.0',
      'upload-length': String(recording.bytes),
      'upload-metadata': `filename ${Buffer.from('grande.wav').toString('base64')}`,
    },
  });
  const url = new URL(created.headers.get('location') ?? '', instance.url).href;
  for (let offset = 0; offset < recording.bytes; offset += tusPieceBytes) {
    const bytes = Math.min(tusPieceBytes, recording.bytes - offset);
    const headers = {
      ...authorization,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes,
    };
    const body = recording.stream({ from: offset, to: offset + bytes });
    await expectStatus(204, send({ url, method: 'PATCH', headers, body }));
  }
  const body = Readable.from([JSON.stringify({ uploadId: url.split('/').at(-1) })]);
  const headers = { ...authorization, 'content-type': 'application/json' };
  await expectStatus(201, send({ url: `${instance.url}/api/transcribe`, method: 'POST', headers, body }));
}

const bareFile = join(instance.dataDir, 'bare');
const bare = fork(new URL('set-up/bare-servers.ts', import.meta.url), [bareFile]);
const [{ port }] = (await once(bare, 'message')) as [{ port: number }];

/** Measure the baseline before the first upload, so that memory retained after one upload counts in the next. */
await delay(settleMs);
const idleMegabytes = residentMegabytes(pid);
const growths: { form: number[]; tus: number[] } = { form: [], tus: [] };
async function watched(kind: keyof typeof growths, work: () => Promise<unknown>) {
  const readPeak = trackPeakMemory(pid);
  const tookSeconds = await seconds(work);
  growths[kind].push(readPeak() - idleMegabytes);
  return tookSeconds;
}

// Alternate the uploads within each round, so that other load on the machine affects all of them equally.
const took: Record<'bare' | 'form' | 'tus', number[]> = { bare: [], form: [], tus: [] };
const all: { run: () => Promise<number>; into: number[] }[] = [
  {
    run: async () => {
      // Overwriting would truncate the old file first, which the product never does.
      await rm(bareFile, { force: true });
      return seconds(() =>
        send({
          url: `http://127.0.0.1:${port}/`,
          method: 'POST',
          headers: { 'content-length': recording.bytes },
          body: recording.stream(),
        }),
      );
    },
    into: took.bare,
  },
  {
    run: () =>
      watched('form', () => expectStatus(201, sendForm(`${instance.url}/api/transcribe`, authorization))),
    into: took.form,
  },
  { run: () => watched('tus', throughTus), into: took.tus },
];
for (let round = 0; round <= runs; round += 1)
  // Start each round with a different upload, because a disk that still writes the previous upload is slower.
  for (let turn = 0; turn < all.length; turn += 1) {
    const { run, into } = all[(round + turn) % all.length] as (typeof all)[number];
    spawnSync('sync');
    await delay(settleMs);
    const time = await run();
    if (round > 0) into.push(time);
  }
bare.disconnect();

const speed = (times: readonly number[]): Summary => summarise(times.map((time) => megabytes / time));
const reference = { what: 'bare pipe to a file', figures: speed(took.bare) };
const rate = (what: string, times: readonly number[]): Comparison => ({
  what,
  unit: 'MB/s',
  ours: speed(times),
  reference,
  goal: { atLeast: 0.7, of: 'ratio' },
});
/** The worst run decides how much memory a machine needs. */
const highest = (what: string, grown: readonly number[]): Comparison => ({
  what,
  unit: 'MB',
  ours: summarise([Math.max(...grown)]),
  goal: { atMost: 64 },
});
await report(import.meta.filename, [
  rate(`${megabytes} MB in one form`, took.form),
  rate(`${megabytes} MB over tus`, took.tus),
  highest('peak memory over idle, form', growths.form),
  highest('peak memory over idle, tus', growths.tus),
]);
