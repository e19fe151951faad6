import { expect, test } from 'vitest';
import { createSpeedMeter, secondsLeft } from './upload-item.ts';

test('the meter measures the speed of the last seconds', () => {
  const meter = createSpeedMeter();
  expect(meter.bytesPerSecond()).toBeUndefined();
  meter.add({ atMs: 0, bytes: 0 });
  meter.add({ atMs: 500, bytes: 9_000 });
  expect(meter.bytesPerSecond()).toBeUndefined();
  meter.add({ atMs: 1_000, bytes: 10_000 });
  expect(meter.bytesPerSecond()).toBe(10_000);
  meter.add({ atMs: 20_000, bytes: 20_000 });
  meter.add({ atMs: 22_000, bytes: 24_000 });
  expect(meter.bytesPerSecond()).toBe(2_000);
  meter.reset();
  expect(meter.bytesPerSecond()).toBeUndefined();
});

test('secondsLeft is undefined without a speed', () => {
  expect(secondsLeft(1_000, undefined)).toBeUndefined();
  expect(secondsLeft(1_000, 0)).toBeUndefined();
  expect(secondsLeft(1_000, 100)).toBe(10);
});
