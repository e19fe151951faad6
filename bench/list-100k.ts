/**
 * Measures the list of an owner of 100,000 transcriptions in a table of a million: several pages and searches
 * by name. The reference is a plain select of one page, without count, hits and presentation. For the call
 * over HTTP, the reference is a bare Fastify route that returns the same bytes.
 *
 *   node bench/list-100k.ts [--rows 1000000] [--runs 15] [--seconds 5] [--tiny]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { ListQuerySchema } from '#contract/transcription-list.ts';
import type { Actor } from '#server/actor.ts';
import { listTranscriptions } from '#server/features/library/list-transcriptions.ts';
import { compactTallies } from '#server/features/library/tallies.ts';
import { type Comparison, measure, millisecondsOf, readSizes, report, summarise } from './harness.ts';
import { fillLibrary, insertOtherUsers, openLibraryDatabase } from './set-up/library-database.ts';
import { startSignedInProduct } from './set-up/signed-in-product.ts';

const { rows, seconds, ...counts } = readSizes({
  full: { rows: 1_000_000, runs: 15, seconds: 5, rounds: 3 },
  tiny: { rows: 2_000, runs: 2, seconds: 1, rounds: 1 },
});
const runs = { runs: counts.runs, warmUps: 3 };
const concurrency = 8;
const warmUpSeconds = 1;

await using database = await openLibraryDatabase();
await using opened = await startSignedInProduct({ ROLES: 'web', DATABASE_URL: database.url });
const { userId, token } = opened.user;
await insertOtherUsers(database);
await fillLibrary(database, { rows, every: 10, userId });

const actor = { userId } as Actor;
const now = () => new Date('2026-11-21T12:00:00Z');
const list = (asked: Record<string, unknown>) =>
  listTranscriptions({ db: database.db, now }, actor, ListQuerySchema.parse(asked));
const bare = (offset: number) =>
  database.query(
    'select * from transcriptions where user_id = $1 and not is_deleted order by created_at desc, id desc limit 10 offset $2',
    [userId, offset],
  );
const middle = Math.round(rows / 10 / 2 / 10);

const cases: [what: string, asked: Record<string, unknown>, offset: number | undefined][] = [
  ['the first page', {}, 0],
  [`page ${middle} of ${middle * 2}`, { page: middle }, (middle - 1) * 10],
  ['the last page', { page: 100_000 }, rows / 10 - 10],
  ['the first page by duration', { sort: 'audio_duration' }, undefined],
  ['the first page of pending ones', { status: 'pending' }, undefined],
  ['a name of one transcription', { q: `gravacao_${rows / 2}.mp3` }, undefined],
  ['a name of one in seven', { q: 'sao paulo' }, undefined],
  ['two letters of most names', { q: 'ao' }, undefined],
  ['a name without a match', { q: 'inexistente' }, undefined],
];
const comparisons: Comparison[] = [];
for (const [what, asked, offset] of cases) {
  const ours = await measure(runs, () => millisecondsOf(() => list(asked)));
  if (offset === undefined) comparisons.push({ what, unit: 'ms', ours });
  else {
    const figures = await measure(runs, () => millisecondsOf(() => bare(offset)));
    comparisons.push({
      what,
      unit: 'ms',
      ours,
      reference: { what: 'plain select of one page', figures },
      isKey: true,
    });
  }
}
// Insert as many tallies as a busy hour leaves before the sweep compacts them.
await database.query(
  'insert into transcription_tallies select $1, 1 - n % 2 * 2, 0 from generate_series(1, 2000) n',
  [userId],
);
const unfolded = await measure(runs, () => millisecondsOf(() => list({})));
comparisons.push({ what: 'the first page with 2,000 uncompacted tallies', unit: 'ms', ours: unfolded });
await compactTallies(database);

const address = {
  url: `${opened.instance.url}/api/transcriptions`,
  headers: { authorization: `Bearer ${token}` },
};
const content = await (await fetch(address.url, { headers: address.headers })).text();
const bareServer = fork(new URL('set-up/bare-servers.ts', import.meta.url));
bareServer.send({ content });
const [{ port }] = (await once(bareServer, 'message')) as [{ port: number }];
const bareAddress = { url: `http://127.0.0.1:${port}/` };
type Load = Awaited<ReturnType<typeof generateLoad>>;
const [overHttp, byBareRoute]: [Load[], Load[]] = [[], []];
for (let round = 0; round <= counts.rounds; round += 1) {
  const each = { atOnce: concurrency, seconds: round === 0 ? warmUpSeconds : seconds };
  // Alternate the two servers, so that other load on the machine affects both equally.
  const loads: Load[] = [];
  for (const asked of round % 2 === 0 ? [address, bareAddress] : [bareAddress, address])
    loads.push(await generateLoad({ ...asked, ...each }));
  const [ours, bareRoute] = (round % 2 === 0 ? loads : loads.reverse()) as [Load, Load];
  if (round === 0) continue;
  overHttp.push(ours);
  byBareRoute.push(bareRoute);
}
bareServer.disconnect();
for (const [what, unit, metric, goal] of [
  [`the first page over HTTP, ${concurrency} at once`, 'requests/s', 'aSecond', { atLeast: 0.35 }],
  ['99th percentile', 'ms', 'p99Ms', { atMost: 3 }],
] as const)
  comparisons.push({
    what,
    unit,
    ours: summarise(overHttp.map((each) => each[metric])),
    reference: {
      what: 'bare Fastify, same bytes',
      figures: summarise(byBareRoute.map((each) => each[metric])),
    },
    goal: { ...goal, of: 'ratio' },
  });
await report(import.meta.filename, comparisons);

type LoadOptions = { url: string; headers?: Record<string, string>; atOnce: number; seconds: number };

/** Sends requests over keep-alive connections and returns the throughput and the 99th percentile. */
async function generateLoad({ url, headers = {}, atOnce, seconds }: LoadOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const tookMs: number[] = [];
  const sendRequest = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers }, (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) return reject(new Error(`${url} answered ${answer.statusCode}`));
        answer.resume().once('end', resolve);
      });
      sent.once('error', reject).end();
    });
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const sendUntilEnd = async () => {
    while (performance.now() < endMs) {
      const askedMs = performance.now();
      await sendRequest();
      tookMs.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendUntilEnd));
  agent.destroy();
  const sorted = tookMs.sort((one, other) => one - other);
  return {
    aSecond: (tookMs.length * 1_000) / (performance.now() - startedMs),
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
  };
}
