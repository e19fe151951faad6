import { expect, test } from 'vitest';
import { reasonTexts } from '#contract/transcription.ts';
import {
  dailyTip,
  greetingText,
  hoursLeftText,
  stateText,
  timeLeftText,
  tips,
  waitText,
} from './home-texts.ts';

test.each([
  ['00:00', 'Boa noite'],
  ['04:59', 'Boa noite'],
  ['05:00', 'Bom dia'],
  ['11:59', 'Bom dia'],
  ['12:00', 'Boa tarde'],
  ['17:59', 'Boa tarde'],
  ['18:00', 'Boa noite'],
])('at %s on the device the greeting is "%s"', (time, greeting) => {
  const now = new Date(`2026-11-27T${time}:00`);
  expect(greetingText(now, 'Ana')).toBe(`${greeting}, Ana`);
  expect(greetingText(now, '')).toBe(greeting);
});

const usage = (usedHours: number, hoursLimit = 5) => ({
  plan: 'free',
  usedHours,
  hoursLimit,
  maxFileMinutes: 10,
  features: [],
});

test('the tip stays the same for a Brazilian day and changes the next', () => {
  const morning = dailyTip(new Date('2026-11-21T03:00:00Z'));
  expect(dailyTip(new Date('2026-11-22T02:59:59Z'))).toBe(morning);
  expect(dailyTip(new Date('2026-11-22T03:00:00Z'))).not.toBe(morning);
});

test('a year shows every tip, and no two are equal', () => {
  const shown = new Set(
    Array.from({ length: 365 }, (_, day) => dailyTip(new Date(Date.UTC(2026, 0, 1 + day, 12)))),
  );
  expect(shown.size).toBe(tips.length);
  expect(new Set(tips).size).toBe(tips.length);
});

test.each([
  [0, '5 h'],
  [1.25, '3 h 45 min'],
  [4.995, 'menos de 1 min'],
  [5, '0 min'],
  [5.2, '0 min'],
])('of 5 hours, %d used leave %s', (used, left) => expect(hoursLeftText(usage(used))).toBe(left));

const running = (percent: number, seconds_left: number | null = null) => ({
  status: 'processing' as const,
  progress: { percent, seconds_left },
  reason_text: null,
});

test.each([
  [running(0), 'ouvindo'],
  [running(40.7), 'ouvindo 40%'],
  [{ ...running(0), status: 'pending' as const }, 'na fila'],
  [{ ...running(0), status: 'error' as const }, 'com erro'],
  [{ ...running(0), status: 'failed' as const }, 'com erro'],
])('a row of %j is "%s"', (item, text) => expect(stateText(item)).toBe(text));

test.each([
  [20, 'falta menos de 1 min'],
  [62, 'falta 1 min'],
  [720, 'faltam 12 min'],
  [3_600, 'falta 1 h'],
  [4_320, 'faltam 1 h 12 min'],
  [null, undefined],
])('%d seconds left are "%s"', (seconds, text) => expect(timeLeftText(running(40, seconds))).toBe(text));

test('a row tells why it waits, unless it only waits for its turn', () => {
  const wait = (reason_text: string | null) => waitText({ ...running(0), reason_text });
  expect(wait(null)).toBeUndefined();
  expect(wait(reasonTexts.waiting_for_turn)).toBeUndefined();
  expect(wait(reasonTexts.engine_away)).toBe(reasonTexts.engine_away);
});
