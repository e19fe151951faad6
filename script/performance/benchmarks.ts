import { readdirSync } from 'node:fs';
import { asTable, type Comparison, cells, tableHeader } from '../../bench/harness.ts';

/** Every program in bench/ is a benchmark. */
export const benchmarkNames = () =>
  readdirSync('bench')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'harness.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();

type Machine = { node: string; platform: string; cpus: number; cpu?: string; memoryGigabytes?: number };
export type Figures = { measuredAt: string; machine: Machine; comparisons: readonly Comparison[] };

const begin = (name: string) => `<!-- figures of ${name} -->`;
const end = '<!-- end of figures -->';

function machineText({ node, platform, cpus, cpu, memoryGigabytes }: Machine) {
  const memory = memoryGigabytes === undefined ? [] : [`${memoryGigabytes} GB`];
  const cores = cpu ? `${cpus} cores of ${cpu.trim()}` : `${cpus} cores`;
  return [cores, ...memory, platform, `Node ${node}`].join(', ');
}

function figuresText({ measuredAt, machine, comparisons }: Figures): string {
  const table = asTable(tableHeader, comparisons.map(cells));
  return `Measured on ${measuredAt.slice(0, 10)} on ${machineText(machine)}.\n\n${table}`;
}

/** Replaces the figures of one benchmark between its marks. */
export function withFigures(page: string, name: string, figures: Figures): string {
  const from = page.indexOf(begin(name));
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1)
    throw new Error(`docs/performance.md has no marks for the figures of ${name}`);
  return `${page.slice(0, from)}${begin(name)}\n\n${figuresText(figures)}\n\n${page.slice(to)}`;
}

export const hasPlaceFor = (page: string, name: string) => page.includes(begin(name));
