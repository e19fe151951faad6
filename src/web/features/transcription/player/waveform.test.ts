import { expect, test } from 'vitest';
import { decodePeaks } from './api.ts';
import { waveformBars } from './waveform.tsx';

test('decodePeaks decodes base64 to bytes', () => {
  const bytes = [0, 1, 127, 128, 255];
  expect([...decodePeaks(Buffer.from(bytes).toString('base64'))]).toEqual(bytes);
  expect(decodePeaks('')).toHaveLength(0);
});

test('each bar is as high as the loudest peak in its range', () => {
  expect([...waveformBars(Uint8Array.from([0, 51, 0, 0, 255, 0]), 3)]).toEqual([
    expect.closeTo(0.2),
    expect.closeTo(0.04),
    1,
  ]);
});

test('a quiet recording fills the full height, and silence is a thin line', () => {
  expect(Math.max(...waveformBars(Uint8Array.from([2, 10, 5]), 3))).toBe(1);
  expect([...waveformBars(new Uint8Array(4), 2)]).toEqual([expect.closeTo(0.04), expect.closeTo(0.04)]);
});

test('waveformBars handles more bars than peaks, and no peaks', () => {
  expect([...waveformBars(Uint8Array.from([100, 200]), 4)]).toEqual([0.5, 0.5, 1, 1]);
  expect([...waveformBars(new Uint8Array(0), 2)]).toEqual([expect.closeTo(0.04), expect.closeTo(0.04)]);
});
