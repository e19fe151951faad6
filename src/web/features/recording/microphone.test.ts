import { expect, test } from 'vitest';
import { checkRecordingSupport, microphoneRefusalTexts, refusalFromError } from './microphone.ts';

test.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'no_device'],
  ['OverconstrainedError', 'no_device'],
  ['NotReadableError', 'in_use'],
  ['AbortError', 'in_use'],
  ['SomethingElse', 'unknown'],
] as const)('the error %s becomes %s', (name, refusal) => {
  expect(refusalFromError(new DOMException('', name))).toBe(refusal);
});

test('a thrown value that is not an error becomes unknown', () => {
  expect(refusalFromError('no')).toBe('unknown');
});

test('a page without HTTPS is reported before an unsupported browser', () => {
  const able = { isSecure: true, canCapture: true, canRecord: true };
  expect(checkRecordingSupport(able)).toBeUndefined();
  expect(checkRecordingSupport({ isSecure: false, canCapture: false, canRecord: true })).toBe('insecure');
  expect(checkRecordingSupport({ ...able, canCapture: false })).toBe('unsupported');
  expect(checkRecordingSupport({ ...able, canRecord: false })).toBe('unsupported');
});

test('every refusal text names the problem and the solution', () => {
  for (const [fact, wayOut] of Object.values(microphoneRefusalTexts))
    expect(`${fact} ${wayOut}`).toMatch(/\. .+\.$/);
});
