/**
 * Writes the figures of bench/results into docs/performance.md; what was not measured here stays as it was.
 *
 *   node script/dev/write-performance-doc.ts              all that bench/results holds
 *   node script/dev/write-performance-doc.ts NAME...      only these: what lies there of others may be older than the page
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { benchmarkNames, withFigures } from './benchmarks.ts';

const path = 'docs/performance.md';
const before = readFileSync(path, 'utf8');
let page = before;
const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : benchmarkNames()) {
  const results = `bench/results/${name}.json`;
  if (existsSync(results)) page = withFigures(page, name, JSON.parse(readFileSync(results, 'utf8')));
}
if (page !== before) writeFileSync(path, page);
console.log(page === before ? `${path} has these figures already.` : `${path} has the figures now.`);
