import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs a process that fails and returns its exit code and its output. */
function endOf(fault: string): Promise<{ code: unknown; said: string }> {
  const program = `
    import { openLog } from './src/server/adapters/log/open-log.ts';
    import { exitOnUncaughtException } from './src/server/runtime/process-end.ts';
    exitOnUncaughtException(openLog({ logLevel: 'info', roles: ['web'] }));
    setInterval(() => {}, 1_000);
    ${fault}`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: new URL('../../..', import.meta.url) },
      (error, stdout, stderr) => resolve({ code: error?.code, said: stdout + stderr }),
    );
  });
}

test.each([
  ['a promise', `JSON.parse('O contrato sigiloso vale noventa mil reais.')`, 'SyntaxError'],
  [
    'a timer',
    `setTimeout(() => Buffer.from({ texto: 'sigiloso' }.nada, 'sigiloso'))`,
    'ERR_INVALID_ARG_TYPE',
  ],
])(
  'the process logs an uncaught error in %s without its quoted data and exits',
  async (_where, fault, kind) => {
    const { code, said } = await endOf(`Promise.resolve().then(() => { ${fault} });`);
    expect(code).toBe(1);
    expect(said).toContain('uncaught exception: the process exits');
    expect(said).toContain(kind);
    expect(said).not.toMatch(/sigiloso|contrato/);
  },
);
