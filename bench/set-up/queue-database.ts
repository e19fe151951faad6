import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { z } from 'zod';
import { startEmbeddedPostgres } from '#server/adapters/db/embedded/start.ts';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { jobsSchema } from '#server/adapters/queue/queue-options.ts';
import { defineJob } from '#server/jobs/job-definition.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';

export type WorkerKind = 'ours' | 'pg-boss';

const pollEveryMs = 5;
const giveUpMs = 180_000;

async function startWorkerProcess(kind: WorkerKind, url: string, onDone: (count: number) => void) {
  const child = fork(new URL('job-worker.ts', import.meta.url), [kind, url]);
  await once(child, 'message');
  child.on('message', ({ done }: { done: number }) => onDone(done));
  return {
    begin: () => child.send('begin'),
    close: async () => {
      const ended = once(child, 'exit');
      if (child.connected) child.send('close');
      await ended;
    },
  };
}

/** Starts the embedded PostgreSQL with the product's settings and a queue for one empty job. */
export async function openQueueDatabase() {
  const folder = await temporaryFolder();
  const log = pino({ level: 'silent' });
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log });
  // Create the tables, then close the queue, so that only the workers run its maintenance.
  await (await openQueue({ url: postgres.url, log, definitions: [instantJob] })).close();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {});

  async function put(jobs: number) {
    await pool.query(
      `insert into ${jobsSchema}.job (name, data, policy, retry_limit, dead_letter)
       select name, jsonb_build_object('number', n), policy, retry_limit, dead_letter
       from ${jobsSchema}.queue, generate_series(1, ${jobs}) n where name = $1`,
      [instantJob.name],
    );
    await pool.query(`vacuum (analyze) ${jobsSchema}.job`);
  }

  const countUnsettled = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as jobs from ${jobsSchema}.job where name = $1 and state < 'completed'`,
      [instantJob.name],
    );
    return rows[0].jobs as number;
  };

  /** Returns how many seconds `jobs` jobs take, without the start of the worker processes. */
  async function secondsFor(jobs: number, { kind, workers }: { kind: WorkerKind; workers: number }) {
    const before = await countUnsettled();
    let done = 0;
    const started = await Promise.all(
      Array.from({ length: workers }, () =>
        startWorkerProcess(kind, postgres.url, (count) => {
          done += count;
        }),
      ),
    );
    const startedMs = performance.now();
    for (const worker of started) worker.begin();
    while (done < jobs) {
      if (performance.now() - startedMs > giveUpMs)
        throw new Error(`the workers finished only ${done} of ${jobs} jobs`);
      await delay(pollEveryMs);
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    await Promise.all(started.map((worker) => worker.close()));
    const settled = before - (await countUnsettled());
    if (settled < jobs) throw new Error(`the workers reported ${done} jobs, but only ${settled} are settled`);
    return seconds;
  }

  return {
    put,
    secondsFor,
    empty: async () => void (await pool.query(`truncate ${jobsSchema}.job`)),
    [Symbol.asyncDispose]: async () => {
      await pool.end();
      await postgres.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The product uses the same concurrency for transcriptions. */
export const jobConcurrency = 3;

export const instantJob = defineJob({
  name: 'instant',
  payload: z.object({ number: z.int() }),
  concurrency: jobConcurrency,
});
