/** All benchmarks share this: repeated runs, a median with its spread, one table and one file of figures. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

/** At the tiny size the figures mean nothing, so the benchmark checks no goals and saves no figures. */
export const isTiny = process.argv.includes('--tiny');

/** The goals hold for the full sizes only, so figures of other sizes are not saved. */
let hasFullSizes = true;
/** An override of these sizes keeps the figures comparable with their goals, so they are still saved. */
const bounds: readonly string[] = ['runs', 'atMostMinutes'];

/** The sizes of a benchmark. An argument with the name of a size overrides it: `--rows 5000`. */
export function readSizes<Name extends string>(sizes: {
  full: Record<Name, number>;
  tiny: Record<Name, number>;
}) {
  const defaults = isTiny ? sizes.tiny : sizes.full;
  const names = Object.keys(defaults) as Name[];
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    // Each benchmark parses its own switches.
    strict: false,
  });
  const read = names.map((name): [Name, number] => {
    const value = Number(values[name] ?? defaults[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a number from 1 on`);
    if (!bounds.includes(name) && value !== sizes.full[name]) hasFullSizes = false;
    return [name, value];
  });
  return Object.fromEntries(read) as Record<Name, number>;
}

export type Summary = Readonly<{ median: number; min: number; max: number; runs: number }>;

/** `of: 'ratio'` applies the goal to ours / reference, for figures that depend on the machine. */
type Goal = (Readonly<{ atMost: number }> | Readonly<{ atLeast: number }>) & { readonly of?: 'ratio' };

export type Comparison = Readonly<{
  what: string;
  unit: string;
  ours: Summary;
  /** The cost of the bare minimum on the same machine. It makes figures of different machines comparable. */
  reference?: Readonly<{ what: string; figures: Summary }>;
  goal?: Goal;
  /** docs/performance.md shows key figures and those with a goal. */
  isKey?: boolean;
}>;

export function summarise(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((one, other) => one - other);
  const [min, max] = [sorted[0], sorted.at(-1)];
  const [lower, upper] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  if (min === undefined || max === undefined || lower === undefined || upper === undefined) {
    throw new Error('a benchmark needs at least one run');
  }
  return { median: (lower + upper) / 2, min, max, runs: sorted.length };
}

type Runs = { runs: number; warmUps?: number };

/** Runs `sample` sequentially. The warm-up runs fill the caches, and the summary leaves them out. */
export async function measure({ runs, warmUps = 1 }: Runs, sample: () => Promise<number>): Promise<Summary> {
  for (let run = 0; run < warmUps; run += 1) await sample();
  const samples: number[] = [];
  for (let run = 0; run < runs; run += 1) samples.push(await sample());
  return summarise(samples);
}

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

export function meetsGoal({ ours, goal, reference }: Comparison): boolean | undefined {
  if (goal === undefined) return undefined;
  if (goal.of === 'ratio' && reference === undefined) throw new Error('a ratio needs a reference');
  const value = goal.of === 'ratio' ? ours.median / (reference?.figures.median ?? 1) : ours.median;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export const tableHeader = ['what', 'ours: median (spread)', 'reference', 'ratio', 'goal', 'met'];

export function cells(comparison: Comparison): string[] {
  const { what, unit, ours, reference, goal } = comparison;
  const spread = ours.runs > 1 ? ` (${figure(ours.min)} to ${figure(ours.max)})` : '';
  const met = isTiny ? undefined : meetsGoal(comparison);
  return [
    what,
    `${figure(ours.median)} ${unit}${spread}`,
    reference ? `${figure(reference.figures.median)} ${unit} ${reference.what}` : '',
    reference ? `${figure(ours.median / reference.figures.median)} x` : '',
    goal
      ? `${'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`}${goal.of === 'ratio' ? ' x' : ''}`
      : '',
    met === undefined ? '' : met ? 'met' : 'NOT MET',
  ];
}

export function asTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Prints the table, saves the figures in bench/results, and sets exit code 1 when a goal is missed. */
export async function report(benchmark: string, comparisons: readonly Comparison[]): Promise<void> {
  const name = basename(benchmark, '.ts');
  console.log(asTable(tableHeader, comparisons.map(cells)));
  if (isTiny) return;
  if (hasFullSizes) await saveFigures(name, comparisons);
  if (comparisons.some((comparison) => meetsGoal(comparison) === false)) process.exitCode = 1;
}

async function saveFigures(name: string, comparisons: readonly Comparison[]): Promise<void> {
  const folder = new URL('results/', import.meta.url);
  const machine = {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? '',
    memoryGigabytes: Math.round(totalmem() / 1_073_741_824),
  };
  await mkdir(folder, { recursive: true });
  const content = { measuredAt: new Date().toISOString(), machine, comparisons };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(content, null, 2)}\n`);
}

export type Point = Readonly<{ x: number; y: number }>;

/** Least squares: the slope of y over x, and half the width of its 95 % confidence interval. */
export function linearRegression(points: readonly Point[]): { slope: number; within: number } {
  if (points.length < 3) throw new Error('a regression needs at least three points');
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new Error('a regression needs points with different x');
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residual = points.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, within: 2 * Math.sqrt(residual / (points.length - 2) / spread) };
}
