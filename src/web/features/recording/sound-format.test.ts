import { expect, test } from 'vitest';
import { chooseMimeType, fileExtensionOfType } from './sound-format.ts';

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
