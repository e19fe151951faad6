import { expect, test } from 'vitest';
import { chooseType, endingOfType } from './sound-format.ts';

const among =
  (...types: string[]) =>
  (type: string) =>
    types.includes(type);

test('what the server keeps as it is comes before WebM', () => {
  expect(chooseType(among('audio/webm;codecs=opus', 'audio/ogg;codecs=opus'))).toBe('audio/ogg;codecs=opus');
  expect(chooseType(among('audio/webm;codecs=opus', 'audio/mp4;codecs=opus'))).toBe('audio/mp4;codecs=opus');
  expect(chooseType(among('audio/mp4;codecs=mp4a.40.2', 'audio/mp4'))).toBe('audio/mp4;codecs=mp4a.40.2');
  expect(chooseType(among('audio/webm;codecs=opus', 'audio/webm'))).toBe('audio/webm;codecs=opus');
  expect(chooseType(() => false)).toBeUndefined();
});

test('a file is called by what is in it', () => {
  expect(endingOfType('audio/mp4;codecs=opus')).toBe('m4a');
  expect(endingOfType('audio/ogg; codecs=opus')).toBe('ogg');
  expect(endingOfType('audio/webm;codecs=opus')).toBe('webm');
  expect(endingOfType('')).toBe('webm');
});
