import { expect } from 'vitest';
import { startSandbox } from '#sandbox/start.ts';
import { longSpeech } from '#tests/helpers/long-speech.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { signedInUser } from '#tests/helpers/signed-in-user.ts';
import { startTestProduct } from '#tests/helpers/start-test-product.ts';
import { insertTranscription } from '#tests/helpers/stored-transcriptions.ts';
import {
  languageModelControls,
  latestSummary,
  prompt,
  readSummaryStream,
} from '#tests/helpers/summary-api.ts';
import { temporaryFolder } from '#tests/setup/temporary-folder.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { startProcess } from './start-process.ts';

/** The queue notices a lost process by its missing heartbeats, within a minute. */
const slowly = { timeout: 150_000, interval: 300 };

// Most of this test waits for the missed heartbeat.
longTest(
  'the next worker reads only the unread parts of a summary after a kill, and the open page receives the end',
  async () => {
    await using folder = await temporaryFolder();
    await using database = await createTestDatabase();
    const sandbox = await startSandbox({
      httpPort: 0,
      smtpPort: 0,
      parts: ['language'],
      stateDir: folder.path,
    });
    const environment = {
      SUMMARY_MODEL: 'compatible:sandbox-language',
      SUMMARY_BASE_URL: `${sandbox.httpUrl}/language/v1`,
      SUMMARY_API_KEY: 'k',
      SUMMARY_CONTEXT_TOKENS: '8192',
      SUMMARY_PARALLEL: '1',
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
    };
    await using product = await startTestProduct({ ...environment, ROLES: 'web' });
    const mail = { SMTP_URL: product.config.mail.smtpUrl, PUBLIC_URL: product.url };
    const worker = () =>
      startProcess({ NODE_ENV: 'test', ...environment, ...mail, ROLES: 'worker' }, 'src/server/main.ts');
    const model = languageModelControls({ sandboxUrl: sandbox.httpUrl });
    await model.behave({ pauseMs: 30 });

    const killed = worker();
    await expect.poll(killed.output, slowly).toContain('"ready"');
    const ana = await signedInUser(product);
    const { segments, words } = longSpeech({ hours: 1 });
    const id = await insertTranscription(product.deps, { userId: ana.userId, segments });
    const summaryStream = readSummaryStream({
      url: `${product.url}/api/summary/generate`,
      token: ana.token,
      body: { jobId: id, customPrompt: prompt },
    });
    const answered = async () => (await model.calls()).filter(({ status }) => status === 200).length;
    await expect.poll(answered, slowly).toBeGreaterThanOrEqual(2);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });

    await using _next = worker();
    expect((await summaryStream).events.at(-1)?.event).toBe('finished');
    const { covers } = await latestSummary(ana, id);
    expect(covers.missing).toEqual([]);
    const readings = (await model.calls()).filter(
      ({ text, status }) => status === 200 && /^Parte \d+ de \d+, /m.test(text),
    );
    const partNumbers = readings.map(({ text }) => /^Parte (\d+) de/m.exec(text)?.[1]);
    // The model may have answered one part at the moment of the kill. The next worker reads that part again.
    expect(partNumbers.length - new Set(partNumbers).size).toBeLessThanOrEqual(1);
    const read = new Set(readings.flatMap(({ text }) => text.match(/\p{L}+\d+/gu) ?? []));
    expect(words.filter((word) => !read.has(word))).toEqual([]);
    await sandbox.close();
  },
  300_000,
);
