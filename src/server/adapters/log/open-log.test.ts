import { hostname } from 'node:os';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openLog } from './open-log.ts';

function logLines() {
  const lines: string[] = [];
  const log = openLog(
    { logLevel: 'info', roles: ['web', 'worker'] },
    { write: (line: string) => lines.push(line) },
  );
  return { log, all: () => lines.join('') };
}

test('the log redacts secrets and personal data at every depth', () => {
  const { log, all } = logLines();
  log.info(
    { token: 'abc-secret', user: { email: 'ana@exemplo.com' }, job: { data: { password: 'abc-secret' } } },
    'x',
  );
  expect(all()).not.toContain('abc-secret');
  expect(all()).not.toContain('ana@exemplo.com');
});

test("the log keeps an error's code and stack, and drops its rows and parameters", () => {
  const { log, all } = logLines();
  const refused = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ana@exemplo.com)',
  });
  log.error(
    { err: new DrizzleQueryError('insert into users values ($1)', ['ana@exemplo.com'], refused) },
    'x',
  );
  expect(all()).toContain('23505');
  expect(all()).toContain('insert into users');
  expect(all()).toContain('open-log.test.ts');
  expect(all()).not.toContain('ana@exemplo.com');
});

test('each line names process, host, roles and version, also a line of a child logger', () => {
  const { log, all } = logLines();
  log.info('one');
  log.child({ requestId: 'r' }).info('two');
  const lines = all().trim().split('\n');
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      pid: process.pid,
      host: hostname(),
      role: 'web,worker',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
});
