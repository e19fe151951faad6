import { expect, test } from 'vitest';
import { fetchingModelText } from '#contract/transcription.ts';
import { canExportText } from './download-menu.tsx';
import { announcedStage, stageText, timeLeftText, transcriptionProgressText } from './progress-panels.tsx';

test.each([
  [20, 'falta menos de 1 min'],
  [60, 'falta cerca de 1 min'],
  [720, 'faltam cerca de 12 min'],
  [3_600, 'falta cerca de 1 h'],
  [4_320, 'faltam cerca de 1 h 12 min'],
])('timeLeftText turns %d seconds into "%s"', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text);
});

test('the progress text omits the remaining time until the server estimates it', () => {
  expect(transcriptionProgressText({ progress: { percent: 3, seconds_left: null } })).toBe('3%');
  expect(transcriptionProgressText({ progress: { percent: 42.4, seconds_left: 90 } })).toBe(
    '42% · faltam cerca de 2 min',
  );
});

test('the stage text prefers the reason that the server gives', () => {
  const progress = { percent: 0, seconds_left: null };
  expect(stageText({ status: 'pending', reason_text: 'Baixando o modelo.', progress })).toBe(
    'Baixando o modelo.',
  );
  expect(stageText({ status: 'pending', reason_text: null, progress })).toMatch(/^Na fila/);
  expect(stageText({ status: 'processing', reason_text: null, progress })).toMatch(/^Ouvindo/);
});

test('the announced stage holds no figure of the speech model', () => {
  const fetching = { status: 'pending' as const, reason_text: fetchingModelText(120e6, 640e6) };
  expect(fetching.reason_text).toBe(
    'Baixando o modelo de fala: 120 de 640 MB. Sua transcrição começa em seguida.',
  );
  expect(announcedStage({ ...fetching, progress: { percent: 18, seconds_left: null } })).toBe(
    'Baixando o modelo de fala. Sua transcrição começa em seguida.',
  );
});

test('a plan with the feature allows text exports, and so does an unknown plan', () => {
  expect(canExportText(['Downloads em VTT/SRT', 'Downloads em PDF/TXT'])).toBe(true);
  expect(canExportText(['Downloads em VTT/SRT'])).toBe(false);
  expect(canExportText(undefined)).toBe(true);
});
