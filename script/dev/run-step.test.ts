import { expect, test } from 'vitest';
import { runStep } from './run-step.ts';

const shell = (text: string) => ({ program: 'sh', args: ['-c', text] });

test('a step stops at its first failing command and keeps what was written', async () => {
  const result = await runStep(
    { name: 'a', commands: [shell('echo one'), shell('echo two >&2; exit 3'), shell('echo three')] },
    5_000,
  );
  expect(result).toMatchObject({ ok: false, output: 'one\ntwo\n' });
});

test('a step that never ends is ended, with all that it started', async () => {
  const result = await runStep({ name: 'a', commands: [shell('sleep 60 & wait')] }, 300);
  expect(result.ok).toBe(false);
  expect(result.seconds).toBeLessThan(5);
  expect(result.output).toContain('took longer than');
});
