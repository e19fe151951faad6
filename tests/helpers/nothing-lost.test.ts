import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runSummaryJob } from '#server/features/summaries/run-summary.ts';
import { expectNothingLost } from './nothing-lost.ts';
import { recordingOf } from './recordings.ts';
import { signedInUser } from './signed-in-user.ts';
import { startTestProduct } from './start-test-product.ts';
import { readJob, uploadRecording } from './upload-recording.ts';

/** Causes each fault directly and undoes it, because a check that cannot fail proves nothing. */
test('expectNothingLost finds lost, orphaned and wrongly charged data', async () => {
  await using product = await startTestProduct();
  const { db, queue } = product.deps;
  const ana = await signedInUser(product);
  const id = await uploadRecording(product, ana.token, await recordingOf(5));
  await expect.poll(async () => (await readJob(product, ana.token, id)).status).toBe('completed');
  // Change row and total together, so that they agree as in a product that rounds differently.
  const charge = (seconds: number) =>
    db.execute(sql`
      with changed as (update transcriptions set usage_seconds = usage_seconds + ${seconds} where id = ${id})
      update usage_months set settled_seconds = settled_seconds + ${seconds}`);
  const half = join(product.config.dataDir, 'files', '.unfinished', 'half');
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  await expectNothingLost(product);

  const faults: [fault: string, cause: () => Promise<unknown>, undo: () => Promise<unknown>][] = [
    ['was charged for', () => charge(1), () => charge(-1)],
    [
      'its seconds returned',
      () => db.execute(sql`update transcriptions set usage_state = 'returned' where id = ${id}`),
      () => db.execute(sql`update transcriptions set usage_state = 'settled' where id = ${id}`),
    ],
    [
      'job dead of run-summary',
      () =>
        db.execute(
          sql`insert into jobs.job (name, data, source_name) values ('dead', '{}', ${runSummaryJob.name})`,
        ),
      () => db.execute(sql`delete from jobs.job where name = 'dead'`),
    ],
    [
      'job run-summary is active',
      async () => {
        await queue.send(
          runSummaryJob,
          { summaryId: id },
          { group: id, runAfter: new Date(Date.now() + 60_000) },
        );
        await db.execute(sql`update jobs.job set state = 'active' where name = 'run-summary'`);
      },
      () => db.execute(sql`delete from jobs.job where name = 'run-summary'`),
    ],
    [
      'half',
      async () => {
        await writeFile(half, '');
        await utimes(half, nextWeek, nextWeek);
      },
      () => rm(half),
    ],
    [
      'belongs to no row',
      () => product.deps.storage.put(`uploads/${id}`, Readable.from([Buffer.from('x')])),
      () => product.deps.storage.remove(`uploads/${id}`),
    ],
  ];
  for (const [fault, cause, undo] of faults) {
    await cause();
    const found = await expectNothingLost({ ...product, waitMs: 300 }).catch((error: unknown) => error);
    expect(JSON.stringify((found as { actual?: unknown }).actual), fault).toContain(fault);
    await undo();
    await expectNothingLost(product);
  }
}, 60_000);
