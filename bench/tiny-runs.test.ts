import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { findProgram } from '#server/adapters/media/run-ffmpeg.ts';
import { longTest } from '#tests/helpers/long-tests.ts';
import { benchmarkNames } from '../script/performance/performance-page.ts';

const timeoutMs = 240_000;
/** The test then reports the killed benchmark, before its own timeout. */
const killAfterMs = timeoutMs - 10_000;

/** Programs that the product itself does not need. */
const programs: Readonly<Record<string, string>> = { dialogues: 'espeak-ng' };

for (const name of benchmarkNames())
  longTest(
    `the benchmark ${name} prints its table at the tiny size and reports no missed goal`,
    { timeout: timeoutMs },
    async (context) => {
      const program = programs[name];
      if (program !== undefined && (await findProgram(program)) === undefined)
        return context.skip(`${program} is not on this machine`);
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
