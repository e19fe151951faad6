import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { mailsTo, waitForMail } from '#tests/helpers/mailbox.ts';
import { recordingOf } from '#tests/helpers/recordings.ts';
import { startScriptedSpeechServer } from '#tests/helpers/scripted-speech-server.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { readJob, uploadRecording } from '#tests/helpers/upload-recording.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startProcess } from './start-process.ts';

type Worker = ReturnType<typeof startProcess>;

/** The queue notices a lost process by its missing heartbeats, within a minute. */
const slowly = { timeout: 200_000, interval: 500 };

function counted(names: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
}

/** Stops the worker with SIGTERM, so that it finishes sending mails. */
async function stopped({ child, ended }: Worker) {
  child.kill('SIGTERM');
  await ended;
}

// Most of this test waits for the missed heartbeat.
longTest.each([
  { seconds: 590, killedAtCalls: [2] },
  { seconds: 3_600, killedAtCalls: [2, 5, 7, 11, 16] },
])(
  'the worker repeats no answered chunk of a recording of $seconds s after kills at calls $killedAtCalls',
  async ({ seconds, killedAtCalls }) => {
    await using engine = await startScriptedSpeechServer();
    await using folder = await temporaryFolder();
    await using database = await createTestDatabase();
    const environment = {
      ...engine.environment,
      // Send one chunk at a time, so that the worker has saved every chunk before the current one.
      SPEECH_PARALLEL: '1',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
    };
    await using product = await startTestProduct({ ...environment, ROLES: 'web' });
    const mail = { SMTP_URL: product.config.mail.smtpUrl, PUBLIC_URL: product.url };
    const worker = () =>
      startProcess({ NODE_ENV: 'test', ...environment, ...mail, ROLES: 'worker' }, 'src/server/main.ts');
    // Signing up needs a worker that sends the confirmation mail.
    const signedUp = async () => {
      await using mailWorker = worker();
      await expect.poll(mailWorker.output, slowly).toContain('"ready"');
      const user = await signedInUser(product);
      await stopped(mailWorker);
      return user;
    };
    const ana = await signedUp();
    // The free plan does not accept files of an hour.
    await product.deps.db.execute(sql`update profiles set plan = 'basic-monthly' where id = ${ana.userId}`);

    const held = new Map(killedAtCalls.map((call) => [call, Promise.withResolvers<void>()]));
    engine.answerWith((call) => ({ text: `Parte ${call}.`, until: held.get(call)?.promise }));
    const id = await uploadRecording(product, ana.token, await recordingOf(seconds));
    // Skip the growing pauses between retries, which this test does not check.
    const skipPause = () =>
      product.deps.db.execute(sql`
        update jobs.job set start_after = now() where name = 'run-transcription' and state = 'retry'`);
    const pollUntil = (by: Worker, what: () => Promise<unknown> | unknown, expected: unknown) =>
      expect
        .poll(async () => {
          await skipPause();
          return by.child.exitCode === null ? what() : `the worker ended: ${by.output()}`;
        }, slowly)
        .toEqual(expected);

    for (const call of killedAtCalls) {
      await using killed = worker();
      await pollUntil(killed, engine.begun, call);
      killed.child.kill('SIGKILL');
      expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
      held.get(call)?.resolve();
      // The server must show the answered chunks while no worker runs.
      const { status, segments } = await readJob(product, ana.token, id);
      expect(status).toBe('processing');
      const { size } = new Set(engine.calls.slice(0, call - 1).map(({ chunk }) => chunk));
      expect(segments).toHaveLength(size);
    }

    await using last = worker();
    await pollUntil(last, async () => (await readJob(product, ana.token, id)).status, 'completed');
    const sent = counted(engine.calls.map(({ chunk }) => chunk));
    expect(sent.length).toBeGreaterThan(killedAtCalls.length);
    // Each kill repeats only the chunk in progress.
    expect(engine.calls).toHaveLength(sent.length + killedAtCalls.length);
    const job = await readJob(product, ana.token, id);
    expect(job.segments).toHaveLength(sent.length);
    expect(job.audio_duration).toBeCloseTo(seconds, 0);

    await waitForMail(product.mailboxUrl, ana.account.email, /pronta/i);
    const finished = (await mailsTo(product.mailboxUrl, ana.account.email)).filter(({ subject }) =>
      /pronta/i.test(subject),
    );
    expect(finished).toHaveLength(1);
    const { rows } = await product.deps.db.execute<{ reserved: number; settled: number }>(
      sql`select reserved_seconds as reserved, settled_seconds as settled from usage_months`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.reserved).toBe(0);
    expect(rows[0]?.settled).toBeGreaterThanOrEqual(seconds);
    expect(rows[0]?.settled).toBeLessThanOrEqual(seconds + 1);
    await stopped(last);
  },
  900_000,
);
