import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job-definition.ts';
import { captureLog } from '#tests/helpers/test-queue.ts';
import {
  runningPostmaster,
  startPostgresProcess,
  startTestPostgres,
} from '#tests/setup/embedded-postgres.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createEmptyDatabase } from '#tests/setup/test-database.ts';
import { openQueue } from './queue.ts';

const note = defineJob({ name: 'note', payload: z.object({ text: z.string() }) });

test('two processes that start together create the tables of jobs in an empty database', async () => {
  await using database = await createEmptyDatabase();
  const { log } = captureLog();
  const open = () => openQueue({ url: database.url, log, definitions: [note] });
  const queues = await Promise.all([open(), open()]);
  try {
    for (const queue of queues) await queue.send(note, { text: 'for either' });
    expect(await queues[0].counts()).toMatchObject([{ queue: 'note', waiting: 2 }]);
  } finally {
    for (const queue of queues) await queue.close();
  }
});

test('the queue logs a database outage once, survives it, and resumes work afterwards', async () => {
  await using folder = await temporaryFolder({ fast: true });
  const keeper = startPostgresProcess(folder.path);
  const { url } = await keeper.started;
  const { lines, log } = captureLog();
  const queue = await openQueue({ url, log, definitions: [note] });
  const done: string[] = [];
  const consumer = await queue.consumeJobs({
    note: async ({ text }: { text: string }) => {
      done.push(text);
      return 'completed';
    },
  });
  await queue.send(note, { text: 'before' });
  await expect.poll(() => done, { timeout: 10_000 }).toEqual(['before']);

  // Kill the keeper first, because it would restart PostgreSQL at once.
  const pid = await runningPostmaster({ clusterFolder: `${folder.path}/postgres` });
  await keeper.killHard();
  process.kill(pid ?? 0, 'SIGINT');
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('the database is down');
  await delay(2_500);
  await expect(queue.ping()).rejects.toThrow();
  await expect(queue.send(note, { text: 'lost' })).rejects.toThrow();
  expect(lines.filter((line) => line.includes('the database is down'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);

  const again = await startTestPostgres(folder.path);
  expect(again.url).toBe(url);
  await expect.poll(() => lines.join(''), { timeout: 15_000 }).toContain('the database is back');
  await queue.send(note, { text: 'after' });
  await expect.poll(() => done, { timeout: 15_000 }).toEqual(['before', 'after']);
  await consumer.close();
  await queue.close();
  await again.stop();
}, 60_000);
