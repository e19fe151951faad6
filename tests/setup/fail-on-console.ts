import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';
import './end-with-the-run.ts';

const noise: string[] = [];

// Fail the test that logs a warning or error on the console, because developers overlook the output of passing tests.
console.error = (...words: unknown[]) => void noise.push(`console.error: ${format(...words)}`);
console.warn = (...words: unknown[]) => void noise.push(`console.warn: ${format(...words)}`);

const recordWarning = (warning: Error) => {
  if (warning.name !== 'ExperimentalWarning') noise.push(`${warning.name}: ${warning.message}`);
};
// Vitest skips `afterAll` in a file whose tests are all skipped, so its listener is still there.
for (const listener of process.listeners('warning'))
  if (listener.name === recordWarning.name) process.off('warning', listener);
process.on('warning', recordWarning);

function failOnNoise() {
  const recorded = noise.splice(0);
  if (recorded.length > 0)
    throw new Error(
      `Unexpected console output or process warning:\n${recorded.map((line) => `  ${line}`).join('\n')}`,
    );
}

afterEach(failOnNoise);
afterAll(() => {
  // The next file in this process installs its own listener.
  process.off('warning', recordWarning);
  failOnNoise();
});
