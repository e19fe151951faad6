import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { jobDefinitions } from '#server/worker/jobs.ts';
import { openTestQueue } from '#tests/helpers/test-queue.ts';
import { parseJobsCommand } from './jobs-command.ts';

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

test('script/jobs lists dead jobs without their payloads, and retries or deletes one or all of them', async () => {
  await using it = await openTestQueue(jobDefinitions);
  const data = JSON.stringify({ link: 'https://a.b/sign-in-link' });
  await it.rows(`
    insert into jobs.job (name, data, source_name, source_output, source_retry_count)
    select 'dead', '${data}', 'deliver-mail', '{"message": "the mail server \\u001b[31mrefused"}', 4 from generate_series(1, 3)`);
  // This runs the command in the process of the test, because each start of the script takes a third of a second.
  async function run(...args: string[]) {
    const lines: string[] = [];
    await parseJobsCommand(args)(it.queue, (line) => lines.push(line));
    return lines;
  }

  const dead = await run('dead');
  expect((await jobs(it.url, 'dead')).stdout.trimEnd().split('\n')).toEqual(dead);
  for (const line of dead)
    expect(line).toMatch(
      /^[0-9a-f-]{36} {2}deliver-mail {2}\S+Z {2}5 tries {2}the mail server {2}\[31mrefused$/,
    );
  const [first = '', second = '', third = ''] = dead.map((line) => line.slice(0, 36));
  expect(third).not.toBe('');

  expect(await run('retry', first)).toEqual(['One job was put back.']);
  await expect(run('retry', first)).rejects.toThrow('1 of these are not dead jobs.');
  expect(await run('drop', second)).toEqual(['One job was deleted.']);
  expect(await jobs(it.url, 'drop', second)).toMatchObject({
    code: 1,
    stderr: '1 of these are not dead jobs.\n',
  });
  expect(await jobs(it.url, 'retry', 'all')).toEqual({
    code: 0,
    stdout: 'One job was put back.\n',
    stderr: '',
  });
  expect(await run('dead')).toEqual(['No dead jobs.']);
  expect(await run('drop', 'all')).toEqual(['0 jobs were deleted.']);
  expect((await run()).join('\n')).toMatch(/^deliver-mail +2 waiting, 0 active, 0 dead$/m);
}, 60_000);

test('script/jobs refuses unknown arguments with its usage before it opens the database', async () => {
  const nowhere = 'postgres://127.0.0.1:1/none';
  for (const args of [['kill'], ['retry'], ['retry', 'x'], ['drop', 'all', 'x'], ['dead', 'x']])
    expect(() => parseJobsCommand(args), args.join(' ')).toThrow(/^usage: /);
  expect(await jobs(nowhere, 'kill')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^usage: /) });
}, 60_000);
