import { expect, test } from 'vitest';
import {
  elapsedMs,
  limitState,
  nextStage,
  pauseClock,
  type RecorderEvent,
  type RecorderStage,
  runClock,
  stoppedClock,
} from './recorder-state.ts';

function walk(...events: RecorderEvent[]) {
  let stage: RecorderStage = 'idle';
  for (const event of events) stage = nextStage(stage, event) ?? stage;
  return stage;
}

test('a recording moves from the permission request to the file', () => {
  expect(walk('ask')).toBe('asking');
  expect(walk('ask', 'allowed')).toBe('ready');
  expect(walk('ask', 'allowed', 'begin', 'pause')).toBe('paused');
  expect(walk('ask', 'allowed', 'begin', 'pause', 'go_on')).toBe('recording');
  expect(walk('ask', 'allowed', 'begin', 'stop')).toBe('finishing');
  expect(walk('ask', 'allowed', 'begin', 'pause', 'stop', 'finished')).toBe('idle');
});

test('a refused microphone returns to idle', () => {
  expect(walk('ask', 'refused')).toBe('idle');
  expect(walk('ask', 'allowed', 'refused')).toBe('idle');
});

test('repeated and late events change nothing', () => {
  expect(nextStage('finishing', 'stop')).toBeUndefined();
  expect(nextStage('finishing', 'discard')).toBeUndefined();
  expect(nextStage('idle', 'allowed')).toBeUndefined();
  expect(nextStage('recording', 'begin')).toBeUndefined();
  expect(nextStage('recording', 'refused')).toBeUndefined();
});

test('the clock does not count pauses', () => {
  const first = runClock(stoppedClock, 1_000);
  expect(elapsedMs(first, 4_000)).toBe(3_000);
  const paused = pauseClock(first, 4_000);
  expect(elapsedMs(paused, 60_000)).toBe(3_000);
  const second = runClock(paused, 60_000);
  expect(elapsedMs(second, 62_000)).toBe(5_000);
  expect(runClock(second, 90_000)).toBe(second);
  expect(pauseClock(pauseClock(second, 62_000), 70_000).beforeMs).toBe(5_000);
});

test('the limit warns a minute before and stops a moment before', () => {
  expect(limitState(0, 600)).toBe('far');
  expect(limitState(539_000, 600)).toBe('far');
  expect(limitState(540_000, 600)).toBe('near');
  expect(limitState(598_900, 600)).toBe('near');
  expect(limitState(599_000, 600)).toBe('reached');
  expect(limitState(700_000, 600)).toBe('reached');
});

test('a limit of a minute or less gives no warning', () => {
  expect(limitState(0, 60)).toBe('far');
  expect(limitState(59_000, 60)).toBe('reached');
});
