import { expect, test } from 'vitest';
import { createDriftCheck } from './drift-check.ts';

const segments = [
  { startMs: 0, endMs: 1_000, text: 'Bom dia a todos.' },
  { startMs: 1_000, endMs: 3_000, text: 'So the people went there to see.' },
];

test('the check marks the segments in another language, question after question', async () => {
  const check = createDriftCheck();
  const marked = { segments: [segments[0], { ...segments[1], otherLanguage: 'en' }] };
  expect(await check.mark(segments, 'pt')).toEqual(marked);
  expect(await check.mark(segments, 'pt')).toEqual(marked);
  expect(await check.mark([], 'pt')).toEqual({ segments: [] });
});

test('a check that fails returns the text unmarked with its fault, each time', async () => {
  const broken = createDriftCheck(new URL('data:text/javascript,throw new Error("no data")'));
  broken.start();
  for (let nth = 0; nth < 2; nth += 1)
    expect(await broken.mark(segments, 'pt')).toEqual({
      segments,
      fault: 'the language of the segments could not be checked: no data',
    });
});
