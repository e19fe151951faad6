import { expect, test } from 'vitest';
import { refusalBeforehand, refusalOfError, refusalTexts } from './microphone.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no_device'],
  ['OverconstrainedError', 'no_device'],
  ['NotReadableError', 'in_use'],
  ['AbortError', 'in_use'],
  ['SomethingElse', 'unknown'],
] as const)('%s is understood as %s', (name, refusal) => {
  expect(refusalOfError(new DOMException('', name))).toBe(refusal);
});

test('what is no error at all is told as well', () => {
  expect(refusalOfError('no')).toBe('unknown');
});

test('a page without HTTPS is told before a browser without recorder', () => {
  const able = { isSecure: true, canCapture: true, canRecord: true };
  expect(refusalBeforehand(able)).toBeUndefined();
  expect(refusalBeforehand({ isSecure: false, canCapture: false, canRecord: true })).toBe('insecure');
  expect(refusalBeforehand({ ...able, canCapture: false })).toBe('unsupported');
  expect(refusalBeforehand({ ...able, canRecord: false })).toBe('unsupported');
});

test('every refusal names the fact and the way out', () => {
  for (const [fact, wayOut] of Object.values(refusalTexts)) expect(`${fact} ${wayOut}`).toMatch(/\. .+\.$/);
});
