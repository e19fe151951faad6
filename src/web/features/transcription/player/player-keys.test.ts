import { expect, test } from 'vitest';
import { commandForKey, type KeyTarget } from './player-keys.ts';
import { adjacentSpeed, speedText } from './player-settings.ts';

const stroke = (key: string, changes: Partial<Parameters<typeof commandForKey>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  ...changes,
});

test.each([
  [' ', 'toggle'],
  ['K', 'toggle'],
  ['j', 'back'],
  ['ArrowLeft', 'back'],
  ['l', 'forward'],
  ['ArrowRight', 'forward'],
  ['<', 'slower'],
  ['>', 'faster'],
  ['Home', 'to_start'],
  ['End', 'to_end'],
  ['?', 'show_shortcuts'],
  ['x', undefined],
])('the key %j on the page gives the command %s', (key, command) => {
  expect(commandForKey(stroke(key), 'page')).toBe(command);
});

test.each<[string, KeyTarget, string | undefined]>([
  [' ', 'own_keys', undefined],
  ['k', 'own_keys', undefined],
  [' ', 'button', undefined],
  ['k', 'button', 'toggle'],
  ['ArrowLeft', 'button', 'back'],
  ['Home', 'scrolling', undefined],
  [' ', 'scrolling', 'toggle'],
])('the key %j on a target of kind %s gives the command %s', (key, kind, command) => {
  expect(commandForKey(stroke(key), kind)).toBe(command);
});

test.each([
  [' ', 'toggle_earlier'],
  ['j', 'back'],
  ['L', 'forward'],
  ['k', undefined],
  ['z', undefined],
  ['ArrowLeft', undefined],
])('in a passage that is edited, Ctrl and the key %j give the command %s', (key, command) => {
  expect(commandForKey(stroke(key, { ctrlKey: true }), 'passage')).toBe(command);
  expect(commandForKey(stroke(key), 'passage')).toBeUndefined();
  expect(commandForKey(stroke(key, { ctrlKey: true, shiftKey: true }), 'passage')).toBeUndefined();
});

test('the player ignores keys with modifiers and handled events, except Shift with a character', () => {
  for (const changes of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { defaultPrevented: true }])
    expect(commandForKey(stroke('k', changes), 'page')).toBeUndefined();
  expect(commandForKey(stroke('ArrowRight', { shiftKey: true }), 'page')).toBeUndefined();
  expect(commandForKey(stroke('>', { shiftKey: true }), 'page')).toBe('faster');
});

test('a held key keeps seeking but toggles only once', () => {
  expect(commandForKey(stroke('l', { repeat: true }), 'page')).toBe('forward');
  expect(commandForKey(stroke('k', { repeat: true }), 'page')).toBeUndefined();
});

test('speeds range from 0.5 to 3 and use a decimal comma', () => {
  expect([adjacentSpeed(1, 1), adjacentSpeed(1, -1)]).toEqual([1.25, 0.75]);
  expect([adjacentSpeed(3, 1), adjacentSpeed(0.5, -1)]).toEqual([3, 0.5]);
  expect(speedText(1.25)).toBe('1,25×');
});
