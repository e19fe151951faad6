import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { benchmarkNames, type Figures, hasPlaceFor, withFigures } from './benchmarks.ts';

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
  ],
};
const page = '# Speed\n\n<!-- figures of one -->\n\nold\n\n<!-- end of figures -->\n\nand why.\n';

test('new figures replace the old ones and show the machine, the ratio and the missed goal', () => {
  const written = withFigures(page, 'one', measured);
  expect(written).toContain(
    'Measured on 2026-11-21 on 2 cores of Some processor, 8 GB, linux, Node v24.0.0.',
  );
  expect(written).toContain(
    '| a thing | 3.00 ms               | 2.00 ms bare | 1.50 x | at most 1.4 x | NOT MET |',
  );
  expect(written).not.toContain('old');
  expect(written).toMatch(/^# Speed\n/);
  expect(written).toMatch(/and why\.\n$/);
  expect(withFigures(written, 'one', measured)).toBe(written);
});

test('docs/performance.md has marks for every benchmark, and withFigures throws without marks', () => {
  expect(() => withFigures(page, 'other', measured)).toThrow('no marks for the figures of other');
  const real = readFileSync('docs/performance.md', 'utf8');
  expect(benchmarkNames().filter((name) => !hasPlaceFor(real, name))).toEqual([]);
});
