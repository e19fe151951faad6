import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { longTest } from '#tests/long-tests.ts';
import { benchmarkNames } from '../script/performance/performance-page.ts';

const giveUpMs = 240_000;

for (const name of benchmarkNames())
  longTest(
    `the benchmark ${name} works at its tiny size and checks no goal`,
    { timeout: giveUpMs },
    async () => {
      const child = spawn(process.execPath, [`bench/${name}.ts`, '--tiny'], {
        stdio: ['ignore', 'pipe', 'pipe'],
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
