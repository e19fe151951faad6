import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { jobDefinitions } from '#server/worker/jobs.ts';
import { openTestQueue } from '#tests/helpers/test-queue.ts';

type Output = { stdout: string; stderr: string };

async function jobs(databaseUrl: string, ...args: string[]): Promise<Output & { code: number }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: 'test', DATABASE_URL: databaseUrl };
  try {
    return {
      code: 0,
      ...(await promisify(execFile)(process.execPath, ['script/ops/jobs.ts', ...args], { env })),
    };
  } catch (error) {
    const { code, stdout, stderr } = error as Output & { code: number };
    return { code, stdout, stderr };
  }
}

test('script/jobs lists dead jobs without their payloads, and retries one or all of them', async () => {
  await using it = await openTestQueue(jobDefinitions);
  const data = JSON.stringify({ link: 'https://a.b/sign-in-link' });
  await it.rows(`
    insert into jobs.job (name, data, source_name, source_output, source_retry_count)
    select 'dead', '${data}', 'deliver-mail', '{"message": "the mail server \\u001b[31mrefused"}', 4 from generate_series(1, 3)`);

  const { stdout } = await jobs(it.url, 'dead');
  expect(stdout).toMatch(
    /^[0-9a-f-]{36} {2}deliver-mail {2}\S+Z {2}5 tries {2}the mail server {2}\[31mrefused$/m,
  );
  expect(stdout).not.toContain('sign-in-link');

  const id = stdout.slice(0, 36);
  expect((await jobs(it.url, 'retry', id)).stdout).toBe('One job was put back.\n');
  const again = await jobs(it.url, 'retry', id);
  expect(again).toMatchObject({ code: 1, stderr: '1 of these are not dead jobs.\n' });
  const next = stdout.split('\n')[1]?.slice(0, 36) ?? '';
  expect((await jobs(it.url, 'drop', next)).stdout).toBe('One job was deleted.\n');
  expect(await jobs(it.url, 'drop', next)).toMatchObject({
    code: 1,
    stderr: '1 of these are not dead jobs.\n',
  });
  expect((await jobs(it.url, 'retry', 'all')).stdout).toBe('One job was put back.\n');
  expect((await jobs(it.url, 'dead')).stdout).toBe('No dead jobs.\n');
  expect((await jobs(it.url, 'drop', 'all')).stdout).toBe('0 jobs were deleted.\n');
  expect((await jobs(it.url)).stdout).toMatch(/^deliver-mail +2 waiting, 0 active, 0 dead$/m);
}, 60_000);

test('script/jobs refuses unknown arguments with its usage before it opens the database', async () => {
  const nowhere = 'postgres://127.0.0.1:1/none';
  for (const args of [['kill'], ['retry', 'x'], ['dead', 'x']])
    expect(await jobs(nowhere, ...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^usage: /),
    });
}, 60_000);
