import { expect } from 'vitest';
import { longTest } from '#tests/helpers/long-tests.ts';
import { createTestDatabase } from '#tests/setup/test-database.ts';
import { type Answer, modelServer } from '#tests/speech/local-model.ts';
import { startProcess, temporaryInstance } from './start-process.ts';

/** Longer than any part of the stop, and far below the silence after which a download gives up. */
const quicklyMs = 10_000;
const halfBytes = 40_000;

/** Sends the start of a file of the real model, and then nothing more. */
const stalling: Answer = (request, response) => {
  if (request.headers.range !== undefined) return void response.writeHead(206);
  response.writeHead(200);
  response.write(Buffer.alloc(halfBytes));
};

longTest(
  'a worker that is stopped during the fetch of its model ends at once, and the next start resumes',
  async () => {
    await using instance = await temporaryInstance();
    await using database = await createTestDatabase();
    await using server = await modelServer(stalling);
    const environment = {
      ...instance.environment,
      ROLES: 'worker',
      DATABASE_URL: database.url,
      DISK_RESERVE_BYTES: '0',
      SPEECH_MODEL: 'local:whisper-tiny',
      MODELS_URL: server.url,
    };
    await using first = startProcess(environment, 'src/server/main.ts');
    await expect.poll(first.output, { timeout: 40_000 }).toContain('"msg":"ready"');
    await expect.poll(() => server.requests, { timeout: 20_000 }).toHaveLength(1);
    expect(first.output()).toContain('fetching the speech model Whisper tiny: 0 of 32 MB');
    const stoppedAt = performance.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(quicklyMs);

    await using second = startProcess(environment, 'src/server/main.ts');
    await expect.poll(() => server.requests.at(-1)?.from, { timeout: 40_000 }).toBe(halfBytes);
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, signal: null });
  },
  90_000,
);
