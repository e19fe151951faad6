import { expect, test } from 'vitest';
import { fileExtensionOfType } from './finish-recording.ts';
import {
  checkRecordingSupport,
  chooseMimeType,
  microphoneRefusalTexts,
  refusalFromError,
} from './microphone.ts';

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

test('the check reports a page without HTTPS before an unsupported browser', () => {
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

const among =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type);

test('a format that the server keeps unchanged is preferred to WebM', () => {
  expect(chooseMimeType(among('audio/webm;codecs=opus', 'audio/ogg;codecs=opus'))).toBe(
    'audio/ogg;codecs=opus',
  );
  expect(chooseMimeType(among('audio/webm;codecs=opus', 'audio/mp4;codecs=opus'))).toBe(
    'audio/mp4;codecs=opus',
  );
  expect(chooseMimeType(among('audio/mp4;codecs=mp4a.40.2', 'audio/mp4'))).toBe('audio/mp4;codecs=mp4a.40.2');
  expect(chooseMimeType(among('audio/webm;codecs=opus', 'audio/webm'))).toBe('audio/webm;codecs=opus');
  expect(chooseMimeType(() => false)).toBeUndefined();
});

test('the file extension matches the content', () => {
  expect(fileExtensionOfType('audio/mp4;codecs=opus')).toBe('m4a');
  expect(fileExtensionOfType('audio/ogg; codecs=opus')).toBe('ogg');
  expect(fileExtensionOfType('audio/webm;codecs=opus')).toBe('webm');
  expect(fileExtensionOfType('')).toBe('webm');
});
