import { expect, test } from 'vitest';
import { reasonTexts } from '#contract/transcription.ts';
import { leftText, runningShare, runningText, timeLeftText, waitText } from './running-texts.ts';

const running = (percent: number, seconds_left: number | null = null) => ({
  status: 'processing' as const,
  progress: { percent, seconds_left },
  reason_text: null,
});

test.each([
  [running(0), 'ouvindo'],
  [running(40.7), 'ouvindo 40%'],
  [{ ...running(0), status: 'pending' as const }, 'na fila'],
  [{ ...running(18.7), status: 'pending' as const }, 'baixando o modelo 18%'],
  [{ ...running(0), status: 'error' as const }, 'com erro'],
  [{ ...running(0), status: 'failed' as const }, 'com erro'],
  [{ ...running(100), status: 'completed' as const }, 'pronta'],
])('a row of %j is "%s"', (item, text) => expect(runningText(item)).toBe(text));

test.each([
  [20, 'falta menos de 1 min'],
  [62, 'falta 1 min'],
  [720, 'faltam 12 min'],
  [3_600, 'falta 1 h'],
  [4_320, 'faltam 1 h 12 min'],
  [null, undefined],
])('%d seconds left are "%s"', (seconds, text) => expect(timeLeftText(running(40, seconds))).toBe(text));

test('a row tells why it waits, unless it only waits for its turn', () => {
  const wait = (reason_text: string | null) => waitText({ reason_text });
  expect(wait(null)).toBeUndefined();
  expect(wait(reasonTexts.waiting_for_turn)).toBeUndefined();
  expect(wait(reasonTexts.engine_away)).toBe(reasonTexts.engine_away);
});

test('a row has a bar while its recording is heard, and while the server fetches the speech model', () => {
  expect(runningShare(running(40))).toBe(0.4);
  expect(runningShare(running(0))).toBe(0);
  expect(runningShare({ ...running(18), status: 'pending' })).toBe(0.18);
  expect(runningShare({ ...running(0), status: 'pending' })).toBeUndefined();
  expect(runningShare({ ...running(100), status: 'completed' })).toBeUndefined();
});

test.each([
  [0.2, 'falta 1 s'],
  [45, 'faltam 45 s'],
  [60, 'falta 1 min'],
])('%d seconds of sending left are "%s"', (seconds, text) => expect(leftText(seconds)).toBe(text));
