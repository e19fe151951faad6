import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { longTest } from '#tests/long-tests.ts';
import { benchmarkNames } from '../../script/performance/benchmarks.ts';

const parts = 3;
const giveUpMs = 240_000;

async function runTiny(name: string) {
  const child = spawn(process.execPath, [`bench/${name}.ts`, '--tiny'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, output, errors };
}

/** The benchmarks are split into three files, because tests of one file run in sequence and would end last. */
export function testTinyRuns(part: 0 | 1 | 2) {
  for (const name of benchmarkNames().filter((_, index) => index % parts === part))
    longTest(
      `the benchmark ${name} works at its tiny size and checks no goal`,
      { timeout: giveUpMs },
      async () => {
        const { code, output, errors } = await runTiny(name);
        expect({ code, errors }).toEqual({ code: 0, errors: '' });
        expect(output).toMatch(/^\| what /m);
        expect(output).not.toContain('NOT MET');
      },
    );
}
