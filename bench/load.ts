/**
 * A load test of two web and two worker processes that share a database and a storage. Each user signs in and
 * opens the list and the start page. Some upload a recording and export its subtitles. Many hold an event stream
 * open, which must deliver one change at the end. Each user has more than a page of transcriptions. No call may
 * fail. The table shows the latencies and the memory of each process.
 *
 *   node bench/load.ts [--people 500] [--streams 200] [--atOnce 40] [--tiny]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { clientAddress } from '#tests/helpers/client-address.ts';
import { openEventStream } from '#tests/helpers/event-stream.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { apiClient, signedUpUser } from '#tests/helpers/signed-in-user.ts';
import { segmentsSaying } from '#tests/helpers/stored-transcriptions.ts';
import { sendFile } from '#tests/helpers/upload-recording.ts';
import { type Comparison, readSizes, report, summarise } from './harness.ts';
import { residentMegabytes } from './set-up/process-memory.ts';
import { startProduct, stopProcess, waitUntilReady } from './set-up/product-process.ts';
import { copyAccounts, openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const sizes = readSizes({
  full: { people: 500, streams: 200, atOnce: 40 },
  tiny: { people: 4, streams: 2, atOnce: 2 },
});
/** One user in this many uploads a recording. */
const uploadEvery = 10;
const transcribedWithinMs = 300_000;
const deliveredWithinMs = 10_000;
const sampleEveryMs = 100;
/** Each user owns more than one page of the list. */
const transcriptionsEach = 12;
const worker = [process.execPath, 'src/server/main.ts'] as const;

const durations = new Map<string, number[]>();
const faults: string[] = [];
let undelivered = 0;

type OpenStream = {
  user: Awaited<ReturnType<typeof apiClient>>;
  stream: Awaited<ReturnType<typeof openEventStream>>;
};

async function timed<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer | undefined> {
  const startedAt = performance.now();
  try {
    const answer = await call();
    durations.set(what, [...(durations.get(what) ?? []), performance.now() - startedAt]);
    return answer;
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

async function read(answer: Response): Promise<string> {
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${body.slice(0, 120)}`);
  return body;
}

/** Each sign-in sends its own client address, as a proxy would, so that the rate limit per address does not apply. */
async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: instance.url, 'content-type': 'application/json', 'x-forwarded-for': clientAddress() },
    body: JSON.stringify({ email, password }),
  });
  await read(answer);
  return apiClient({ url }, answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '');
}

function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Processes the items with at most `atOnce` in parallel. */
async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<void>,
) {
  let next = 0;
  const one = async () => {
    while (next < items.length) {
      const at = next++;
      await work(items[at] as Item, at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Fills the lists and start pages with transcriptions. Each gets a transcript for searches and excerpts. */
async function insertTranscriptions() {
  const database = await openProductDatabase(instance);
  const segments = segmentsSaying(['Bom dia a todos.', 'Hoje falamos do contrato e dos prazos.']);
  await database.db.execute(sql`
    with kept as (
      insert into transcriptions (user_id, title, file_name, status, duration_ms, language, usage_month,
        usage_seconds, usage_state, created_at)
      select users.id, 'Reunião ' || n, 'reunião.mp3', 'completed', 60000, 'pt', '2026-01-01', 60, 'settled',
        now() - n * interval '1 day'
      from users, generate_series(1, ${transcriptionsEach}::int) n returning id
    )
    insert into transcripts (transcription_id, text, segments)
    select id, ${segments.map(({ text }) => text).join(' ')}, ${JSON.stringify(segments)}::jsonb from kept`);
  await database.close();
}

/** Deletes one transcription over HTTP, as the page does, and waits for the event in the owner's stream. */
async function deleteAndAwaitEvent({ user, stream }: OpenStream) {
  const { items } = JSON.parse(await read(await user.call('/transcriptions'))) as TranscriptionPage;
  const { job_id: id = '' } = items.at(-1) ?? {};
  const before = stream.events.length;
  await read(await user.call(`/transcribe/${id}`, { method: 'DELETE' }));
  const isDelivered = () => stream.events.slice(before).some(({ data }) => JSON.stringify(data).includes(id));
  for (const giveUpAt = Date.now() + deliveredWithinMs; !isDelivered() && Date.now() < giveUpAt; )
    await delay(20);
  if (!isDelivered()) {
    undelivered += 1;
    throw new Error('an event stream did not deliver a change');
  }
}

// This engine answers immediately, so that the figures contain only the product's own time.
await using engine = await startScriptedSpeechServer();
await using opened = await startSignedInProduct({
  ...engine.environment,
  ROLES: 'web',
  TRUSTED_PROXIES: '127.0.0.1',
});
const { instance, pid, output } = opened;
const secondPort = await freePort();
const others = [
  { ...instance.environment, ROLES: 'web', PORT: String(secondPort), PUBLIC_URL: instance.url },
  { ...instance.environment, ROLES: 'worker', PUBLIC_URL: instance.url },
  { ...instance.environment, ROLES: 'worker', PUBLIC_URL: instance.url },
].map((environment) => startProduct({ ...instance, environment }, worker));
const logs = [output, ...others.map((other) => other.output)];
await using stack = new AsyncDisposableStack();
for (const { child } of others) stack.defer(() => stopProcess(child, 'SIGINT'));
const urls = [instance.url, `http://127.0.0.1:${secondPort}`];
const [second] = others;
if (second !== undefined) await waitUntilReady({ ...instance, url: urls[1] ?? '' }, second);
const pids = [pid, ...others.map(({ child }) => child.pid ?? 0)];

const mailboxUrl = `http://127.0.0.1:${instance.environment.SANDBOX_PORT}/mailbox`;
const { account: first } = await signedUpUser({ url: instance.url, mailboxUrl });
const accounts = [first, ...(await copyAccounts(instance, first, sizes.people - 1))];
await insertTranscriptions();
const memoryBefore = pids.map(residentMegabytes);
const highest = [...memoryBefore];
const memorySampling = setInterval(() => {
  for (const [at, each] of pids.entries()) highest[at] = Math.max(highest[at] ?? 0, residentMegabytes(each));
}, sampleEveryMs);
const recording = await recordingOf(10);

const urlOf = (at: number) => urls[at % urls.length] ?? instance.url;
const streams: OpenStream[] = [];
await inParallel(accounts.slice(0, sizes.streams), sizes.atOnce, async (account, at) => {
  const user = await timed('sign-in', () => signIn(urlOf(at), account));
  if (user === undefined) return;
  const { token } = user;
  const stream = await openEventStream({ url: `${urlOf(at)}/api/transcriptions/events`, token });
  streams.push({ user, stream });
});
const startedAt = performance.now();
await inParallel(accounts, sizes.atOnce, async (account, at) => {
  const url = urlOf(at + 1);
  const user = await timed('sign-in', () => signIn(url, account));
  if (user === undefined) return;
  await timed('list', async () => read(await user.call('/transcriptions')));
  await timed('start page', async () => read(await user.call('/dashboard')));
  if (at % uploadEvery === 0) {
    const id = await timed('upload', async () => {
      const body = await read(await sendFile({ url }, user.token, recording, 'reunião.mp3'));
      return (JSON.parse(body) as { jobId: string }).jobId;
    });
    await timed('transcription', async () => {
      for (const giveUpAt = Date.now() + transcribedWithinMs; Date.now() < giveUpAt; await delay(250)) {
        const { status } = JSON.parse(await read(await user.call(`/transcribe/${id}`))) as {
          status: string;
        };
        if (status === 'completed') return;
        if (status !== 'pending' && status !== 'processing') throw new Error(status);
      }
      throw new Error('not transcribed in time');
    });
    await timed('export', async () => read(await user.call(`/transcribe/${id}/vtt`)));
  }
  await timed('list', async () => read(await user.call('/transcriptions')));
});
const seconds = (performance.now() - startedAt) / 1_000;
// Delete in parallel, because delivery to one owner must not depend on the events of other owners.
await inParallel(streams, sizes.atOnce, async (openStream) => {
  await timed('change until its event', () => deleteAndAwaitEvent(openStream));
});
for (const { stream } of streams)
  if (stream.status !== 200 || stream.isOver()) faults.push(`an event stream ended: ${stream.status}`);
clearInterval(memorySampling);
const memoryAfter = pids.map(residentMegabytes);
await Promise.all(streams.map(({ stream }) => stream.close()));

const calls = [...durations].flatMap(([what, samples]) =>
  [
    ['median', 0.5],
    ['99th percentile', 0.99],
  ].map(
    ([said, share]): Comparison => ({
      what: `${what} (${samples.length}): ${said}`,
      unit: 'ms',
      ours: summarise([percentile(samples, Number(share))]),
      isKey: share === 0.99,
    }),
  ),
);
const names = ['web, with the sandbox in it', 'web', 'worker', 'worker'];
const memory = pids.flatMap((_pid, at): Comparison[] => [
  { what: `memory of ${names[at]}, before`, unit: 'MB', ours: summarise([memoryBefore[at] ?? 0]) },
  { what: 'at its peak', unit: 'MB', ours: summarise([highest[at] ?? 0]) },
  { what: 'at the end, streams still open', unit: 'MB', ours: summarise([memoryAfter[at] ?? 0]) },
]);
await report(import.meta.filename, [
  { what: 'signed-in users', unit: '', ours: summarise([accounts.length]) },
  { what: 'open event streams', unit: '', ours: summarise([streams.length]) },
  {
    what: 'streams that did not deliver a change',
    unit: '',
    ours: summarise([undelivered]),
    goal: { atMost: 0 },
  },
  { what: 'duration', unit: 's', ours: summarise([seconds]) },
  { what: 'calls that failed', unit: '', ours: summarise([faults.length]), goal: { atMost: 0 } },
  ...calls,
  ...memory,
]);
for (const fault of new Set(faults)) console.log(`  ${fault}`);
// The processes log only errors, so their output explains the failed calls.
for (const log of logs) if (faults.length > 0 && log() !== '') console.log(log().slice(0, 4_000));
if (faults.length > 0) process.exitCode = 1;
