import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { longTest } from '#tests/long-tests.ts';
import { benchmarkNames } from '../script/performance/performance-page.ts';

const timeoutMs = 240_000;
/** The test then reports the killed benchmark, before its own timeout. */
const killAfterMs = timeoutMs - 10_000;

for (const name of benchmarkNames())
  longTest(
    `the benchmark ${name} prints its table at the tiny size and reports no missed goal`,
    { timeout: timeoutMs },
    async () => {
      const child = spawn(process.execPath, [`bench/${name}.ts`, '--tiny'], {
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: killAfterMs,
        killSignal: 'SIGKILL',
      });
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(output).toMatch(/^\| what /m);
      expect(output).not.toContain('NOT MET');
    },
  );
