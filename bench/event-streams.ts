/**
 * A thousand event streams open at once, each told twice a second that its transcription went on: how long from the
 * change in the database until the event is there, and what a stream costs in the product's memory.
 *
 *   node bench/event-streams.ts [--streams 1000] [--seconds 30] [--tiny]
 */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { progressChannel } from '#server/features/transcriptions/run/notify-progress.ts';
import { transcriptionProgress } from '#server/features/transcriptions/watch/read-transcription.ts';
import { insertTranscription } from '#tests/stored-transcriptions.ts';
import { isTiny, readSizes, report, summarise } from './harness.ts';
import { cpuTimeMs, residentMegabytes } from './set-up/process-memory.ts';
import { openProductDatabase, startSignedInProduct } from './set-up/signed-in-product.ts';

const { streams, seconds } = readSizes({
  usual: { streams: 1_000, seconds: 30 },
  tiny: { streams: 10, seconds: 2 },
});
/** The product lets one person hold twenty. */
const streamsEach = 20;
const everyMs = 500;
/** As many as the database has connections for here; who waits for one counts as waiting for the event. */
const maxConcurrent = 32;
/** The first so many warm up what the product has once for all streams; they are closed before the others begin. */
const warmUpShare = 0.1;
const settleMs = isTiny ? 100 : 2_000;
const giveUpMs = 20_000;
const lookEveryMs = 100;
const durationMs = 1_000_000;

type Stream = { id: string; token: string; sentAtMs: Map<number, number>; waitsMs: number[]; events: number };
type Row = Parameters<typeof transcriptionProgress>[0];

await using opened = await startSignedInProduct(
  { ROLES: 'web' },
  { people: Math.ceil(streams / streamsEach) },
);
const { place, pid, people } = opened;
const database = await openProductDatabase(place);

/** Each step moves the percentage by one or more: by it an event says which change it tells of. */
const heardMsAt = (step: number) => Math.round((durationMs * step) / (seconds * 2 + 2));
const percentAt = (step: number) =>
  transcriptionProgress(
    { status: 'processing', durationMs, heardMs: heardMsAt(step), heardAtStartMs: 0, startedAt: null } as Row,
    new Date(),
  ).percent;

async function makeStreams(count: number): Promise<Stream[]> {
  const made: Stream[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = people[index % people.length] as (typeof people)[number];
    const id = await insertTranscription(database, {
      userId: person.userId,
      status: 'processing',
      usageState: 'reserved',
      durationMs,
    });
    made.push({ id, token: person.token, sentAtMs: new Map(), waitsMs: [], events: 0 });
  }
  return made;
}

function hear(stream: Stream, text: string) {
  for (const [, percent] of text.matchAll(/"percent":(\d+)/g)) {
    const nowMs = performance.now();
    stream.events += 1;
    // A stream may tell of two changes in one event: then both are there.
    for (const [told, sentAtMs] of stream.sentAtMs)
      if (told <= Number(percent)) {
        stream.waitsMs.push(nowMs - sentAtMs);
        stream.sentAtMs.delete(told);
      }
  }
}

async function open(stream: Stream): Promise<ClientRequest> {
  const asked = request(`${place.url}/api/transcribe/${stream.id}/events`, {
    headers: { authorization: `Bearer ${stream.token}` },
    agent: false,
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  if (answer.statusCode !== 200) throw new Error(`a stream was answered with ${answer.statusCode}`);
  asked.removeAllListeners('error').on('error', () => {});
  answer.setEncoding('utf8').on('error', () => {});
  await new Promise<void>((resolve) => {
    answer.on('data', (text: string) => {
      hear(stream, text);
      resolve();
    });
  });
  return asked;
}

/** One change in one commit, as a worker makes it; thousands of workers that wait for a disk are not what is measured. */
async function tell({ id, sentAtMs }: Stream, step: number) {
  sentAtMs.set(percentAt(step), performance.now());
  await database.db.execute(sql`
    with changed as (
      update transcriptions set heard_ms = ${heardMsAt(step)} where id = ${id} returning id, user_id
    ) select pg_notify(${progressChannel}, id || ' ' || user_id) from changed`);
}

/** Twice a second each, one after another and evenly. */
async function tellAll(all: readonly Stream[], steps: number) {
  const startedMs = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let turn = 0; turn < steps * all.length; turn += 1) {
    const wait = startedMs + (turn * everyMs) / all.length - performance.now();
    // Below that a timer is late by more than it waits.
    if (wait > 2) await delay(wait);
    while (underWay.size >= maxConcurrent) await Promise.race(underWay);
    const told = tell(all[turn % all.length] as Stream, Math.floor(turn / all.length) + 1).finally(() =>
      underWay.delete(told),
    );
    underWay.add(told);
  }
  await Promise.all(underWay);
  return (performance.now() - startedMs) / 1_000;
}

async function run(count: number, steps: number) {
  const made = await makeStreams(count);
  const before = residentMegabytes(pid);
  const requests: ClientRequest[] = [];
  for (const stream of made) requests.push(await open(stream));
  for (const stream of made) stream.events = 0;
  await delay(settleMs);
  const openMegabytes = residentMegabytes(pid);
  const processorBeforeMs = cpuTimeMs(pid);
  const took = await tellAll(made, steps);
  const isWaiting = () => made.some(({ sentAtMs }) => sentAtMs.size > 0);
  for (const giveUpAt = performance.now() + giveUpMs; isWaiting() && performance.now() < giveUpAt; )
    await delay(lookEveryMs);
  const busyMegabytes = residentMegabytes(pid);
  const processorMs = cpuTimeMs(pid) - processorBeforeMs;
  for (const each of requests) each.destroy();
  return { made, before, openMegabytes, busyMegabytes, took, processorMs };
}

const steps = seconds * 2;
await run(Math.ceil(streams * warmUpShare), Math.min(steps, 10));
await delay(settleMs);
const { made, before, openMegabytes, busyMegabytes, took, processorMs } = await run(streams, steps);
await database.close();

const lost = made.reduce((sum, { sentAtMs }) => sum + sentAtMs.size, 0);
const waits = made.flatMap(({ waitsMs }) => waitsMs).sort((one, other) => one - other);
const at = (share: number) => summarise([waits[Math.ceil(waits.length * share) - 1] ?? 0]);
const events = made.reduce((sum, stream) => sum + stream.events, 0);
const kilobytesEach = (megabytes: number) => summarise([((megabytes - before) * 1_024) / streams]);
const each = `of ${streams} streams, ${1_000 / everyMs} events a second each`;
await report(import.meta.filename, [
  { what: `from change to event ${each}: half of them`, unit: 'ms', ours: at(0.5) },
  { what: '99 of 100', unit: 'ms', ours: at(0.99), goal: { atMost: 500 } },
  { what: 'the slowest', unit: 'ms', ours: at(1) },
  { what: 'changes that never came', unit: '', ours: summarise([lost]), goal: { atMost: 0 } },
  { what: 'events a second and stream', unit: '/s', ours: summarise([events / streams / took]) },
  { what: 'processor time of an event', unit: 'ms', ours: summarise([processorMs / events]) },
  { what: 'memory of an open stream', unit: 'KB', ours: kilobytesEach(openMegabytes), goal: { atMost: 40 } },
  {
    what: 'of one that was told all the time',
    unit: 'KB',
    ours: kilobytesEach(busyMegabytes),
    goal: { atMost: 40 },
  },
]);
