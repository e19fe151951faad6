import { readdirSync } from 'node:fs';

/** The names of all benchmarks: each is a program in bench/. */
export const benchmarks = () =>
  readdirSync('bench')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'harness.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
