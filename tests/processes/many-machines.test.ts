import { expect } from 'vitest';
import { openEventStream } from '#tests/helpers/event-stream.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { expectNothingLost } from '#tests/helpers/nothing-lost.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { signedUpUser } from '#tests/helpers/signed-in-user.ts';
import { readJob, sendFile } from '#tests/helpers/upload-recording.ts';
import { startFleet } from './start-fleet.ts';

longTest(
  'one web process streams the text of a recording that another accepted, with two workers on shared PostgreSQL and S3',
  async () => {
    await using fleet = await startFleet({ environment: { SPEECH_PARALLEL: '1' } });
    const processes = await Promise.all([fleet.web(), fleet.web(), fleet.worker(), fleet.worker()]);
    await using stack = new AsyncDisposableStack();
    for (const each of processes) stack.use(each);
    const [one, other, ...workers] = processes;
    await Promise.all(workers.map(({ ready }) => ready));

    // The user signs up at one web process and confirms by a mail from a worker. The other web process knows
    // the user.
    const ana = await signedUpUser(one);
    const held = Promise.withResolvers<void>();
    fleet.engine.answerWith((call) => ({ text: `Parte ${call}.`, ...(call > 1 && { until: held.promise }) }));
    const answer = await sendFile(one, ana.token, await recordingOf(400));
    expect(answer.status).toBe(201);
    const { jobId } = (await answer.json()) as { jobId: string };

    const stream = await openEventStream({
      url: `${other.url}/api/transcribe/${jobId}/events`,
      token: ana.token,
    });
    expect(stream.status).toBe(200);
    // The first part appears while the engine has the second, so it must come from a third process.
    await expect
      .poll(() => stream.segments().map(({ text }) => text), { timeout: 15_000 })
      .toEqual(['Parte 1.']);
    expect((await readJob(other, ana.token, jobId)).status).toBe('processing');
    held.resolve();
    await expect.poll(() => stream.isOver(), { timeout: 15_000 }).toBe(true);
    expect(stream.segments().length).toBeGreaterThan(1);
    await stream.close();

    const atOne = await readJob(one, ana.token, jobId);
    expect(atOne.status).toBe('completed');
    expect(await readJob(other, ana.token, jobId)).toEqual(atOne);
    const [row] = await expectNothingLost(fleet.everything);
    expect(row).toMatchObject({ status: 'completed', files: expect.arrayContaining([expect.any(String)]) });
    expect(fleet.engine.calls).toHaveLength(atOne.segments.length);
  },
  150_000,
);
