import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the fixtures in a separate vitest run, and returns its output and exit code. */
function runFixture(name: string): Promise<{ code: unknown; output: string }> {
  const options = [
    'run',
    '--config',
    'tests/setup/noisy/vitest.config.ts',
    '--no-color',
    '--reporter=verbose',
    name,
  ];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...options],
      { cwd: root },
      (error, out, err) => resolve({ code: error?.code ?? 0, output: out + err }),
    );
  });
}

test('console output and process warnings fail the test in which they occur', async () => {
  const { code, output } = await runFixture('noisy.fixture');
  expect(code).toBe(1);
  for (const line of [
    'console.error: something broke',
    'console.warn: soon gone',
    'Warning: too many listeners',
  ])
    expect(output).toContain(line);
  expect(output).toMatch(/Tests\s+3 failed \| 1 passed/);
});

test('an unhandled rejection fails the run', async () => {
  const { code, output } = await runFixture('rejecting.fixture');
  expect(code).toBe(1);
  expect(output).toContain('no handler for this rejection');
});
