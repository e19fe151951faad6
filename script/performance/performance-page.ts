/**
 * Writes the figures of the named benchmarks from bench/results into the table of docs/performance.md.
 *
 *   node script/performance/performance-page.ts NAME...
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { asTable, type Comparison, cells } from '../../bench/harness.ts';

const path = 'docs/performance.md';

/** Every program in bench/ is a benchmark. */
export const benchmarkNames = () =>
  readdirSync('bench')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'harness.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();

type Machine = { node: string; platform: string; cpus: number; cpu?: string; memoryGigabytes?: number };
export type Figures = { measuredAt: string; machine: Machine; comparisons: readonly Comparison[] };

function machineText({ node, platform, cpus, cpu, memoryGigabytes }: Machine) {
  const memory = memoryGigabytes === undefined ? [] : [`${memoryGigabytes} GB`];
  const cores = cpu ? `${cpus} cores of ${cpu.trim()}` : `${cpus} cores`;
  return [cores, ...memory, platform, `Node ${node}`].join(', ');
}

const isTitle = ([first]: readonly string[]) => first?.startsWith('**') ?? false;
const titleOf = (name: string) => `**${name}**`;
const rowsOf = (lines: readonly string[]) =>
  lines.map((line) => line.slice(1, -1).split('|')).map((row) => row.map((cell) => cell.trim()));

/** The page's only table has a title row for each benchmark, followed by its key figures and those with a goal. */
export function withFigures(page: string, name: string, figures: Figures): string {
  const lines = page.split('\n');
  const tableLines = lines.filter((line) => line.startsWith('|'));
  const [header = [], , ...rows] = rowsOf(tableLines);
  const from = rows.findIndex(([first]) => first === titleOf(name));
  if (from === -1) throw new Error(`${path} has no row for the benchmark ${name}`);
  const next = rows.findIndex((row, at) => at > from && isTitle(row));
  const { measuredAt, machine, comparisons } = figures;
  const title = [titleOf(name), `${measuredAt.slice(0, 10)}, ${machineText(machine)}`];
  const shown = comparisons.filter(({ goal, isKey }) => goal !== undefined || isKey);
  rows.splice(from, (next === -1 ? rows.length : next) - from, title, ...shown.map(cells));
  const full = rows.map((row) => header.map((_, column) => row[column] ?? ''));
  lines.splice(lines.indexOf(tableLines[0] ?? ''), tableLines.length, asTable(header, full));
  return lines.join('\n');
}

export function writeFigures(names: readonly string[]) {
  let page = readFileSync(path, 'utf8');
  for (const name of names) {
    const results = `bench/results/${name}.json`;
    if (existsSync(results)) page = withFigures(page, name, JSON.parse(readFileSync(results, 'utf8')));
  }
  writeFileSync(path, page);
}

if (import.meta.main) writeFigures(process.argv.slice(2));
