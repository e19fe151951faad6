/** Runs the benchmarks in sequence, each in its own process, and reports those that missed a goal. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { benchmarkNames, writeFigures } from './performance-page.ts';

const known = benchmarkNames();
const { values, positionals: requested } = parseArgs({
  options: { tiny: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const size = values.tiny ? ['--tiny'] : [];
const unknown = requested.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
  process.exit(1);
}

// Ctrl-C also reaches the running benchmark. The loop below stops when that benchmark ends by a signal.
process.on('SIGINT', () => {});
const missed: string[] = [];
const names = requested.length > 0 ? requested : known;
for (const name of names) {
  console.log(`\n${name}`);
  const { status, signal } = spawnSync(process.execPath, [`bench/${name}.ts`, ...size], { stdio: 'inherit' });
  if (signal !== null) process.exit(1);
  if (status !== 0) missed.push(name);
}
// The benchmarks save no figures at the tiny size.
if (!values.tiny) writeFigures(names);
if (missed.length > 0) {
  console.error(`\nFailed or missed a goal: ${missed.join(', ')}.`);
  process.exit(1);
}
