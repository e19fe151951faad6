/**
 * A leak test that sends ten thousand recordings of one second through a web and a worker process. It
 * uploads, watches, lists and exports each recording, and deletes every second one. In between it forces
 * garbage collections and records the memory in use. The slope of a linear regression, without the warm-up,
 * shows a leak.
 *
 *   node bench/soak.ts [--jobs 10000] [--atMostMinutes 90] [--atOnce 8] [--tiny]
 *
 * The test ends at the first of the two limits, and reports the number of jobs.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { apiClient, signedUpUser } from '#tests/helpers/signed-in-user.ts';
import { sendFile } from '#tests/helpers/upload-recording.ts';
import { isTiny, linearRegression, readSizes, report, summarise } from './harness.ts';
import { inspectFlag, openHeapInspector } from './set-up/process-memory.ts';
import { createInstance, startProduct, stopProcess, waitUntilReady } from './set-up/product-process.ts';
import { openProductDatabase, removePlanLimits } from './set-up/signed-in-product.ts';

const { jobs, atMostMinutes, atOnce } = readSizes({
  full: { jobs: 10_000, atMostMinutes: 90, atOnce: 8 },
  tiny: { jobs: 12, atMostMinutes: 5, atOnce: 2 },
});
/** The product limits each user to two hundred uploads an hour. */
const jobsEach = 150;
const samples = isTiny ? 4 : 30;
/**
 * V8 recompiles code and caches fill during about a thousand jobs. A shorter run warms up for a share of its
 * jobs.
 */
const warmUpJobs = 1_000;
const warmUpShare = { least: 0.25, most: 0.5 };
/** An access token lasts a quarter of an hour. */
const renewEveryMs = 600_000;
const pollEveryMs = 200;
const quietWithinMs = 60_000;
const thousand = 1_000;

await using stack = new AsyncDisposableStack();
const engine = stack.use(await startScriptedSpeechServer());
const instance = stack.use(await createInstance({ ...engine.environment, TRUSTED_PROXIES: '127.0.0.1' }));
const node = process.execPath;

function begin(entry: string, environment: NodeJS.ProcessEnv = {}) {
  const started = startProduct({ ...instance, environment: { ...instance.environment, ...environment } }, [
    node,
    ...(entry.startsWith('sandbox') ? [] : [inspectFlag]),
    entry,
  ]);
  stack.defer(() => stopProcess(started.child, 'SIGINT'));
  return started;
}

// The sandbox is a separate process, so that the mails it stores do not count as the product's memory.
begin('sandbox/main.ts');
const web = begin('src/server/main.ts', { ROLES: 'web' });
await waitUntilReady(instance, web);
const worker = begin('src/server/main.ts', { ROLES: 'worker' });
await removePlanLimits(instance);
const database = await openProductDatabase(instance);
stack.defer(database.close);

const mailboxUrl = `http://127.0.0.1:${instance.environment.SANDBOX_PORT}/mailbox`;
const people: { user: Awaited<ReturnType<typeof signedUpUser>>; freshUntilMs: number }[] = [];
while (people.length < Math.max(atOnce, Math.ceil(jobs / jobsEach)))
  people.push({
    user: await signedUpUser({ url: instance.url, mailboxUrl }),
    freshUntilMs: Date.now() + renewEveryMs,
  });

async function callsOf(at: number) {
  const each = people[at % people.length] as (typeof people)[number];
  if (Date.now() > each.freshUntilMs) {
    each.user = { ...each.user, ...(await apiClient(instance, each.user.cookie)) };
    each.freshUntilMs = Date.now() + renewEveryMs;
  }
  return each.user;
}

async function read(answer: Response): Promise<string> {
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${body.slice(0, 200)}`);
  return body;
}

let retried = 0;
const maxTries = 5;

/** Retries a 503 after its Retry-After, as the pages do, because other load on the machine is not a fault. */
async function withRetries(call: () => Promise<Response>): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    const waitSeconds = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || waitSeconds === 0 || tries === maxTries) return read(answer);
    await answer.body?.cancel();
    retried += 1;
    await delay(waitSeconds * 1_000);
  }
}

const recording = await recordingOf(1);
const begunMs = Date.now();
let next = 0;
let done = 0;
let underWay = 0;
/** Pauses the work during a sample, because memory of jobs in progress is no leak. */
let gate: PromiseWithResolvers<void> | undefined;
const faults: string[] = [];

async function sendThroughProduct(at: number) {
  const { token, call } = await callsOf(at);
  const { jobId } = JSON.parse(await withRetries(() => sendFile(instance, token, recording))) as {
    jobId: string;
  };
  const events = await withRetries(() => call(`/transcribe/${jobId}/events`));
  if (!events.includes('"status":"completed"'))
    throw new Error(`the event stream ended without completion: ${events.slice(-200)}`);
  await withRetries(() => call('/transcriptions'));
  await withRetries(() => call(`/transcribe/${jobId}/vtt`));
  if (at % 2 === 0) await withRetries(() => call('/transcriptions/delete', { body: { ids: [jobId] } }));
}

async function work() {
  const isTime = () => Date.now() - begunMs < atMostMinutes * 60_000;
  for (;;) {
    await gate?.promise;
    if (next >= jobs || faults.length >= 20 || !isTime()) return;
    const at = next++;
    underWay += 1;
    await sendThroughProduct(at).catch((error: unknown) => {
      faults.push(error instanceof Error ? error.message : String(error));
    });
    underWay -= 1;
    done += 1;
  }
}

const watched = [
  { what: 'web', heap: await openHeapInspector(web.output), points: [] as Sample[] },
  { what: 'worker', heap: await openHeapInspector(worker.output), points: [] as Sample[] },
];
type Sample = { done: number; residentMb: number; heldMb: number };
for (const { heap } of watched) stack.defer(async () => heap.close());

async function isQuiet(): Promise<boolean> {
  if (underWay > 0) return false;
  const { rows } = await database.pool.query(
    "select 1 from jobs.job where state in ('created', 'retry', 'active') and name <> 'sweep' and start_after <= now() limit 1",
  );
  return rows.length === 0;
}

async function sample() {
  gate = Promise.withResolvers();
  for (const giveUpAt = Date.now() + quietWithinMs; Date.now() < giveUpAt && !(await isQuiet()); )
    await delay(pollEveryMs);
  for (const { heap, points } of watched) points.push({ done, ...(await heap.memoryAfterCollection()) });
  gate.resolve();
  gate = undefined;
}

let isOver = false;
const working = Promise.all(Array.from({ length: atOnce }, work)).finally(() => {
  isOver = true;
});
const stepMs = (atMostMinutes * 60_000) / samples;
for (let nextMs = begunMs, nextDone = 0; !isOver; await delay(pollEveryMs))
  // Space the samples evenly up to the nearer limit.
  if (done >= nextDone || Date.now() >= nextMs) {
    await sample();
    nextDone = done + jobs / samples;
    nextMs = Date.now() + stepMs;
  }
await working;
const seconds = (Date.now() - begunMs) / 1_000;
await sample();

const { rows } = await database.pool.query<{ status: string; count: number }>(
  'select status, count(*)::int as count from transcriptions where not is_example group by status',
);
const completed = rows.find(({ status }) => status === 'completed')?.count ?? 0;
for (const { what, points } of watched)
  for (const each of points)
    console.log(
      `  ${what} after ${each.done}: ${each.heldMb.toFixed(1)} MB held, ${each.residentMb.toFixed(0)} MB resident`,
    );

const warmedUpAt = isTiny
  ? 0
  : Math.max(done * warmUpShare.least, Math.min(warmUpJobs, done * warmUpShare.most));
const growthOf = (points: readonly Sample[], key: 'heldMb' | 'residentMb') =>
  linearRegression(
    points
      .filter((each) => each.done >= warmedUpAt)
      .map((each) => ({ x: each.done / thousand, y: each[key] })),
  );
const lines = watched.flatMap(({ what, points }) => {
  const [held, resident] = [growthOf(points, 'heldMb'), growthOf(points, 'residentMb')];
  const slope = ({ slope, within }: typeof held) => ({
    median: slope,
    min: slope - within,
    max: slope + within,
    runs: points.length,
  });
  const last = points.at(-1);
  return [
    { what: `${what}: heap after collection, slope`, unit: 'MB per 1,000 jobs', ours: slope(held) },
    // The goal applies to the upper end of the confidence interval: scattered points make the slope itself
    // meaningless.
    {
      what: `${what}: slope, upper bound`,
      unit: 'MB per 1,000 jobs',
      ours: summarise([held.slope + held.within]),
      goal: { atMost: 0.5 },
    },
    { what: `${what}: heap at the end`, unit: 'MB', ours: summarise([last?.heldMb ?? 0]) },
    {
      what: `${what}: resident, slope`,
      unit: 'MB per 1,000 jobs',
      ours: slope(resident),
      goal: { atMost: 2 },
    },
    { what: `${what}: resident at the end`, unit: 'MB', ours: summarise([last?.residentMb ?? 0]) },
  ];
});
await report(import.meta.filename, [
  { what: 'recordings sent', unit: '', ours: summarise([done]), goal: { atLeast: jobs } },
  { what: 'recordings not completed', unit: '', ours: summarise([done - completed]), goal: { atMost: 0 } },
  { what: 'calls that failed', unit: '', ours: summarise([faults.length]), goal: { atMost: 0 } },
  { what: 'calls retried after a 503', unit: '', ours: summarise([retried]) },
  { what: 'recordings a second', unit: '/s', ours: summarise([done / seconds]), isKey: true },
  ...lines,
]);
for (const fault of new Set(faults)) console.log(`  ${fault}`);
