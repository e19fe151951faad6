/** The code before the newest migration keeps working after a process of this release has applied it. */
import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedUpUser, signInAgain } from '#tests/helpers/signed-in-user.ts';
import { listSummaries, requestSummary } from '#tests/helpers/summary-api.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { toneRecording } from '#tests/media/tone-recording.ts';
import { checkOut, releaseBeforeLastMigration } from './release.ts';
import { openUpgradeStage } from './upgrade-stage.ts';

/** Calls the API as people do every day. */
async function useAll(stage: Awaited<ReturnType<typeof openUpgradeStage>>) {
  const { account } = await signedUpUser(stage);
  const user = await signInAgain(stage, account);
  const id = await uploadRecording(stage, user.token, toneRecording());
  await expect.poll(async () => (await readJob(stage, user.token, id)).status).toBe('completed');
  const rename = await user.call(`/transcribe/${id}`, { method: 'PUT', body: { title: 'Aula de maio' } });
  expect(rename.status).toBe(204);
  const found = await user.call('/transcriptions?busca=maio');
  expect(await found.text()).toContain('Aula de maio');
  expect((await requestSummary(user, id)).ok).toBe(true);
  await expect.poll(async () => (await listSummaries(user, id)).summaries.length).toBe(1);
  const text = await user.call(`/transcribe/${id}/srt`);
  expect(text.status).toBe(200);
  expect((await user.call(`/transcribe/${id}`, { method: 'DELETE' })).ok).toBe(true);
}

longTest(
  'web and worker of the commit before the newest migration serve people on the migrated database',
  async () => {
    await using before = await checkOut(await releaseBeforeLastMigration());
    await using stage = await openUpgradeStage();
    const web = await stage.web(before);
    const worker = await stage.worker(before);
    stage.balanceOver(web);
    await useAll(stage);
    const countBefore = await stage.countMigrations();

    const next = await stage.worker({ path: process.cwd() });
    await next.stop();
    expect(await stage.countMigrations()).toBe(countBefore + 1);
    await useAll(stage);

    const refused = stage.passed.filter(({ status }) => status === 404 || status >= 500);
    expect(refused).toEqual([]);
    await worker.stop();
    await web.stop();
    expect(`${web.output()}${worker.output()}`).not.toMatch(/"level":(50|60)/);
  },
  240_000,
);
