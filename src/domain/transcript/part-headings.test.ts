import { expect, test } from 'vitest';
import { partHeadings } from './part-headings.ts';

const segments = [0, 2_000, 5_000, 9_000].map((start_ms, index) => ({
  id: index + 1,
  start_ms,
  text: 'Oi.',
}));
const part = (file_name: string, start_ms: number | null) => ({ position: 7, file_name, start_ms });

test('each file begins at its first segment, and a file without speech before the next one', () => {
  const parts = [
    part('um.opus', 0),
    part('dois.opus', 4_000),
    part('silêncio.opus', 7_000),
    part('três.opus', 8_500),
  ];
  expect([...partHeadings(segments, parts)]).toEqual([
    [1, ['um.opus']],
    [3, ['dois.opus']],
    [4, ['silêncio.opus (sem fala)', 'três.opus']],
  ]);
});

test('a file that is not decoded yet, or stands after the last speech, has no place', () => {
  expect(partHeadings(segments, [part('um.opus', null), part('fim.opus', 9_500)]).size).toBe(0);
  expect(partHeadings([], [part('um.opus', 0)]).size).toBe(0);
});

test('an emptied segment does not take the name of its file away', () => {
  const emptied = segments.map((segment) => (segment.id === 3 ? { ...segment, text: ' ' } : segment));
  expect([...partHeadings(emptied, [part('dois.opus', 4_000)])]).toEqual([[4, ['dois.opus']]]);
});

test('a file without a name is numbered', () => {
  expect([...partHeadings(segments, [part('', 0)])]).toEqual([[1, ['Arquivo 7']]]);
});
