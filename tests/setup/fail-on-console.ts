import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const noise: string[] = [];

/** Fails the test in which a console warning or error occurs, because readers overlook passing output. */
console.error = (...words: unknown[]) => void noise.push(`console.error: ${format(...words)}`);
console.warn = (...words: unknown[]) => void noise.push(`console.warn: ${format(...words)}`);

const hear = (warning: Error) => {
  if (warning.name !== 'ExperimentalWarning') noise.push(`${warning.name}: ${warning.message}`);
};
process.on('warning', hear);

function failOnNoise() {
  const heard = noise.splice(0);
  if (heard.length > 0)
    throw new Error(
      `Unexpected console output or process warning:\n${heard.map((line) => `  ${line}`).join('\n')}`,
    );
}

afterEach(failOnNoise);
afterAll(() => {
  // The next file in this process installs its own listener.
  process.off('warning', hear);
  failOnNoise();
});
