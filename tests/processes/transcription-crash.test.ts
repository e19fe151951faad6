import { expect, test } from 'vitest';
import { arrivedPerson } from '../arrived-person.ts';
import { mailsTo, waitForMail } from '../mailbox.ts';
import { recordingOf } from '../recordings.ts';
import { startScriptedEngine } from '../scripted-engine.ts';
import { temporaryFolder } from '../setup/temporary-folder.ts';
import { createTestDatabase } from '../setup/test-database.ts';
import { startTestProduct } from '../start-test-product.ts';
import { accepted, readJob } from '../uploading.ts';
import { startProcess } from './start-process.ts';

/** A lost process is noticed by its missing heartbeats, within a minute. */
const slowly = { timeout: 200_000, interval: 500 };

// Most of it is the wait until the lost heartbeat is noticed.
test.runIf(process.env.LONG_TESTS === '1')(
  'a worker is killed in the middle: the next one goes on, and sends nothing again that was answered',
  async () => {
    await using engine = await startScriptedEngine();
    await using folder = await temporaryFolder();
    await using database = await createTestDatabase();
    const place = {
      ...engine.environment,
      // One chunk at a time: the first is answered and kept when the second is under way.
      SPEECH_PARALLEL: '1',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
    };
    await using product = await startTestProduct({ ...place, ROLES: 'web' });
    const mail = { SMTP_URL: product.config.mail.smtpUrl, PUBLIC_URL: product.url };
    const worker = () =>
      startProcess({ NODE_ENV: 'test', ...place, ...mail, ROLES: 'worker' }, 'src/server/main.ts');

    await using killed = worker();
    const ana = await arrivedPerson(product);
    const held = Promise.withResolvers<void>();
    engine.answerWith((call) => (call === 2 ? { until: held.promise } : { text: `Parte ${call}.` }));
    const id = await accepted(product, ana.token, await recordingOf(590));
    await expect.poll(engine.begun, slowly).toBe(2);
    killed.child.kill('SIGKILL');
    await killed.ended;
    held.resolve();
    expect(await readJob(product, ana.token, id)).toMatchObject({
      status: 'processing',
      segments: [{ id: 0, text: 'Parte 1.' }],
    });

    await using _next = worker();
    const statusNow = async () => (await readJob(product, ana.token, id)).status;
    await expect.poll(statusNow, slowly).toBe('completed');
    const sent = engine.calls.map(({ chunk }) => chunk);
    const chunks = new Set(sent).size;
    expect(chunks).toBeGreaterThan(1);
    // One repeat: the chunk that was under way.
    expect(sent.length).toBe(chunks + 1);
    expect(sent.filter((chunk) => chunk === sent[0])).toHaveLength(1);
    await waitForMail(product.mailboxUrl, ana.account.email, /pronta/i);
    const finished = (await mailsTo(product.mailboxUrl, ana.account.email)).filter(({ subject }) =>
      /pronta/i.test(subject),
    );
    expect(finished).toHaveLength(1);
    const plan = (await (await ana.call('/auth/plan')).json()) as { usedHours: number };
    expect(Math.round(plan.usedHours * 3_600)).toBeLessThanOrEqual(591);
  },
  300_000,
);
