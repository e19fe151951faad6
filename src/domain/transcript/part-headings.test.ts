import { expect, test } from 'vitest';
import { partHeadings } from './part-headings.ts';

const segments = [0, 2_000, 5_000, 9_000].map((start_ms, index) => ({ id: index + 1, start_ms }));
const part = (file_name: string, start_ms: number | null) => ({ file_name, start_ms });

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
    [4, ['silêncio.opus', 'três.opus']],
  ]);
});

test('a file that is not decoded yet, or stands after the last speech, has no place', () => {
  expect(partHeadings(segments, [part('um.opus', null), part('fim.opus', 9_500)]).size).toBe(0);
  expect(partHeadings([], [part('um.opus', 0)]).size).toBe(0);
});
