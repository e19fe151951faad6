import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { arrivedPerson } from '#tests/arrived-person.ts';
import { expectNothingLost } from '#tests/nothing-lost.ts';
import { recordingOf } from '#tests/recordings.ts';
import { startScriptedEngine } from '#tests/scripted-engine.ts';
import { startTestProduct } from '#tests/start-test-product.ts';
import { idIn, tusAt } from '#tests/tus.ts';
import { readJob } from '#tests/uploading.ts';
import { acceptFile } from '../transcriptions/accept-file.ts';
import { openProbePlaces } from '../transcriptions/probe-places.ts';
import { monthOf, nextMonth } from './month-of.ts';

test('taken in the last second of a month and heard in the next: charged to the month that took it, and once', async () => {
  await using engine = await startScriptedEngine();
  await using product = await startTestProduct(engine.environment);
  const { account, token, userId, sessionId } = await arrivedPerson(product);
  const actor = { userId, sessionId, email: account.email, level: 'aal1', nextLevel: 'aal1' } as const;
  const recording = new Uint8Array(await recordingOf(20));
  const takenAt = async (moment: number) => {
    const tus = tusAt(product, token);
    const path = (await tus.create(recording.length)).headers.get('location') ?? '';
    await tus.patch(path, 0, recording);
    const file = { uploadId: idIn(path), fileName: 'aula.mp3', title: undefined, language: 'pt' };
    const deps = { ...product.deps, now: () => new Date(moment) };
    const { signal } = new AbortController();
    return (await acceptFile(deps, actor, file, { signal, places: openProbePlaces() })).jobId;
  };
  const statusOf = async (id: string) => (await readJob(product, token, id)).status;
  const month = monthOf(new Date());
  // Midnight in São Paulo, three hours behind.
  const turn = new Date(`${nextMonth(month)}T03:00:00Z`).getTime();
  const held = Promise.withResolvers<void>();
  engine.answerWith(() => ({ until: held.promise }));
  const last = await takenAt(turn - 1_000);
  await expect.poll(engine.begun).toBe(1);
  const first = await takenAt(turn + 1_000);
  await expect.poll(engine.begun).toBe(2);
  held.resolve();
  await expect.poll(() => statusOf(last)).toBe('completed');
  await expect.poll(() => statusOf(first)).toBe('completed');
  await expectNothingLost(product);
  const { rows } = await product.deps.db.execute<{ month: string; settled: number }>(
    sql`select month::text, settled_seconds as settled from usage_months order by month`,
  );
  expect(rows.map(({ month: each }) => each)).toEqual([month, nextMonth(month)]);
  expect(rows[0]?.settled).toBe(rows[1]?.settled);
}, 60_000);
