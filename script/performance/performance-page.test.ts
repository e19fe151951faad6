import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarkNames, type Figures, withFigures } from './performance-page.ts';

const machine = { node: 'v24.0.0', platform: 'linux', cpus: 2, cpu: 'Some processor', memoryGigabytes: 8 };
const summary = (median: number) => ({ median, min: median, max: median, runs: 1 });
const measured: Figures = {
  measuredAt: '2026-11-21T12:00:00.000Z',
  machine,
  comparisons: [
    {
      what: 'a thing',
      unit: 'ms',
      ours: summary(3),
      reference: { what: 'bare', figures: summary(2) },
      goal: { atMost: 1.4, of: 'ratio' },
    },
    { what: 'a detail', unit: 'ms', ours: summary(1) },
  ],
};
const page = `# Speed

| what    | ours: median (spread) | reference | ratio | goal | met |
| ------- | --------------------- | --------- | ----- | ---- | --- |
| **one** | long ago              |           |       |      |     |
| old     | 9.00 ms               |           |       |      |     |
| **two** | yesterday             |           |       |      |     |
| other   | 5.00 ms               |           |       |      |     |

and why.
`;

test('withFigures replaces the old figures and shows the machine, the ratio and the missed goal', () => {
  const written = withFigures(page, 'one', measured);
  expect(written).toMatch(
    /^\| \*\*one\*\* +\| 2026-11-21, 2 cores of Some processor, 8 GB, linux, Node v24\.0\.0 \|/m,
  );
  expect(written).toMatch(
    /^\| a thing +\| 3\.00 ms +\| 2\.00 ms bare \| 1\.50 x \| at most 1\.4 x \| NOT MET \|$/m,
  );
  expect(written).toMatch(/^\| other +\| 5\.00 ms /m);
  expect(written).not.toContain('old');
  expect(written).not.toContain('a detail');
  expect(written).toMatch(/^# Speed\n/);
  expect(written).toMatch(/and why\.\n$/);
  expect(withFigures(written, 'one', measured)).toBe(written);
});

test('docs/performance.md has a row for every benchmark, and withFigures throws if a row is missing', () => {
  expect(() => withFigures(page, 'other', measured)).toThrow('no row for the benchmark other');
  const real = readFileSync('docs/performance.md', 'utf8');
  for (const name of benchmarkNames()) expect(real).toContain(`| **${name}** `);
});
