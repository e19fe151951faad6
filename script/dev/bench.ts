/** Runs the benchmarks one after another, each in a process of its own, and tells which missed its goal. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { benchmarkNames } from './benchmarks.ts';

const known = benchmarkNames();
const { values, positionals: asked } = parseArgs({
  options: { tiny: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const size = values.tiny ? ['--tiny'] : [];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}

// Ctrl-C reaches the benchmark, which ends; we then stop instead of beginning the next one.
process.on('SIGINT', () => {});
const missed: string[] = [];
const names = asked.length > 0 ? asked : known;
for (const name of names) {
  console.log(`\n${name}`);
  const { status, signal } = spawnSync(process.execPath, [`bench/${name}.ts`, ...size], { stdio: 'inherit' });
  if (signal !== null) process.exit(1);
  if (status !== 0) missed.push(name);
}
// Tiny figures are not kept.
const told = values.tiny
  ? { status: 0 }
  : spawnSync(process.execPath, ['script/dev/write-performance-doc.ts', ...names], { stdio: 'inherit' });
if (told.status !== 0) process.exit(1);
if (missed.length > 0) {
  console.error(`\nNot met: ${missed.join(', ')}.`);
  process.exit(1);
}
