/** A worker process that runs empty jobs, with either our queue or pg-boss alone. */
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { openQueue } from '#server/adapters/queue/queue.ts';
import { bossOptions } from '#server/adapters/queue/queue-options.ts';
import { instantJob, jobConcurrency } from './queue-database.ts';

const [, , kind, url = ''] = process.argv;
const reportEveryMs = 10;

let done = 0;
function reportDone() {
  if (done > 0) process.send?.({ done });
  done = 0;
}
setInterval(reportDone, reportEveryMs);

/** pg-boss alone, with as many connections and parallel jobs as our queue. */
async function openBare() {
  const boss = new PgBoss(bossOptions(url));
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  return {
    begin: async () => {
      for (let count = 0; count < jobConcurrency; count += 1) {
        const workerId: string = await boss.work(instantJob.name, { pollingIntervalSeconds: 2 }, async () => {
          done += 1;
          // Without this call, pg-boss fetches the next job only after its poll interval of two seconds.
          boss.notifyWorker(workerId);
        });
      }
    },
    close: () => boss.stop({ graceful: true }),
  };
}

async function openOurs() {
  const queue = await openQueue({ url, log: pino({ level: 'silent' }), definitions: [instantJob] });
  let closeConsumer = async () => {};
  const handlers = {
    [instantJob.name]: async () => {
      done += 1;
      return 'completed' as const;
    },
  };
  return {
    begin: async () => {
      closeConsumer = (await queue.consumeJobs(handlers)).close;
    },
    close: async () => {
      await closeConsumer();
      await queue.close();
    },
  };
}

const worker = await (kind === 'ours' ? openOurs() : openBare());
process.on('message', async (word) => {
  if (word === 'begin') return worker.begin();
  await worker.close();
  process.exit();
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
