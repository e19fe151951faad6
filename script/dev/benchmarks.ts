import { readdirSync } from 'node:fs';
import { asTable, type Comparison, cells, tableHeader } from '../../bench/harness.ts';

/** The names of all benchmarks: each is a program in bench/. */
export const benchmarkNames = () =>
  readdirSync('bench')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'harness.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();

/** What the benchmarks measured last, as tables for docs/performance.md: nobody copies a figure by hand. */

type Machine = { node: string; platform: string; cpus: number; cpu?: string; memoryGigabytes?: number };
export type Figures = { measuredAt: string; machine: Machine } & (
  | { comparisons: readonly Comparison[] }
  | { comparisons?: undefined; [name: string]: unknown }
);

const begin = (name: string) => `<!-- figures of ${name} -->`;
const end = '<!-- end of figures -->';

function machineText({ node, platform, cpus, cpu, memoryGigabytes }: Machine) {
  const memory = memoryGigabytes === undefined ? [] : [`${memoryGigabytes} GB`];
  const cores = cpu ? `${cpus} cores of ${cpu.trim()}` : `${cpus} cores`;
  return [cores, ...memory, platform, `Node ${node}`].join(', ');
}

function plainTable({ measuredAt, machine, ...figures }: Figures) {
  return asTable(
    ['what', 'count'],
    Object.entries(figures).map(([name, value]) => {
      if (typeof value === 'object') throw new Error(`the figure ${name} is none that a table can show`);
      return [name, String(value)];
    }),
  );
}

export function figuresText(figures: Figures): string {
  const { measuredAt, machine, comparisons } = figures;
  const table =
    comparisons === undefined ? plainTable(figures) : asTable(tableHeader, comparisons.map(cells));
  return `Measured on ${measuredAt.slice(0, 10)} on ${machineText(machine)}.\n\n${table}`;
}

/** Puts the figures of one benchmark between its marks; a page without a place for them is told so. */
export function withFigures(page: string, name: string, figures: Figures): string {
  const from = page.indexOf(begin(name));
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1)
    throw new Error(`docs/performance.md has no place for the figures of ${name}`);
  return `${page.slice(0, from)}${begin(name)}\n\n${figuresText(figures)}\n\n${page.slice(to)}`;
}

export const hasPlaceFor = (page: string, name: string) => page.includes(begin(name));
