import { expect, test } from 'vitest';
import { nextStage, type RecorderEvent, type RecorderStage } from './recorder-stage.ts';

function walk(...events: RecorderEvent[]) {
  let stage: RecorderStage = 'idle';
  for (const event of events) stage = nextStage(stage, event) ?? stage;
  return stage;
}

test('a recording goes from the question to the file', () => {
  expect(walk('ask')).toBe('asking');
  expect(walk('ask', 'allowed')).toBe('ready');
  expect(walk('ask', 'allowed', 'begin', 'pause')).toBe('paused');
  expect(walk('ask', 'allowed', 'begin', 'pause', 'go_on')).toBe('recording');
  expect(walk('ask', 'allowed', 'begin', 'stop')).toBe('finishing');
  expect(walk('ask', 'allowed', 'begin', 'pause', 'stop', 'finished')).toBe('idle');
});

test('a microphone that is refused leads back', () => {
  expect(walk('ask', 'refused')).toBe('idle');
  expect(walk('ask', 'allowed', 'refused')).toBe('idle');
});

test('what comes twice or too late changes nothing', () => {
  expect(nextStage('finishing', 'stop')).toBeUndefined();
  expect(nextStage('finishing', 'discard')).toBeUndefined();
  expect(nextStage('idle', 'allowed')).toBeUndefined();
  expect(nextStage('recording', 'begin')).toBeUndefined();
  expect(nextStage('recording', 'refused')).toBeUndefined();
});
