/**
 * Writes the figures of bench/results into docs/performance.md. Figures without a result file stay as they are.
 *
 *   node script/performance/write-performance-doc.ts              all figures in bench/results
 *   node script/performance/write-performance-doc.ts NAME...      only these, because other results may be older than the page
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
console.log(page === before ? `${path} is already up to date.` : `Updated ${path}.`);
