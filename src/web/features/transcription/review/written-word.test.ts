import { expect, test } from 'vitest';
import { writtenWord } from './written-word.ts';

const before = 'Falou o senhor Kovalski, presidente';
const start = before.indexOf('Kovalski');

test.each([
  [before, 'Kovalski,'],
  ['Falou o senhor Kowalski, presidente', 'Kowalski,'],
  ['Falou o senhor Kowalski, presidente eleito', 'Kowalski,'],
  ['Ontem falou o senhor José Kowalski, presidente', 'José Kowalski,'],
  ['Falou o senhor kovalski presidente', 'kovalski'],
  ['Falou o senhor presidente', ''],
  // The neighbours changed too.
  ['Falou a senhora Kowalska, presidenta', undefined],
  ['', undefined],
])('after an edit to %j the place of the word holds %j', (now, expected) => {
  const written = writtenWord(before, start, now);
  expect(written?.text).toBe(expected);
  if (written !== undefined) expect(now.slice(written.start, written.end)).toBe(written.text);
});

test('the first, the last and the only word have places too', () => {
  expect(writtenWord('um dois', 0, 'hum dois')?.text).toBe('hum');
  expect(writtenWord('um dois', 3, 'um doze treze')?.text).toBe('doze treze');
  expect(writtenWord('um', 0, 'uma')?.text).toBe('uma');
});
