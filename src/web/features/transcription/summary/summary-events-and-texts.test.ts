import { expect, test } from 'vitest';
import type { Summary } from '#contract/summary.ts';
import { unprovedMark, withoutOwnLinks } from '#domain/evidence/unproved-mark.ts';
import { defaultPrompt, restoredPrompt } from '#domain/ready-prompts.ts';
import { ApiError, NetworkError } from '#web/api/client.ts';
import { withFinishedSummary } from './api.ts';
import {
  coverText,
  describeSummaryError,
  madeText,
  missingText,
  promptName,
  summaryProgressText,
} from './summary-texts.ts';
import { applySummaryEvent, emptyLiveSummary } from './use-summaries.ts';

const covers = { from_ms: 0, to_ms: 10_692_000, duration_ms: 10_692_000, missing: [] };

test('coverText gives the covered range in times of the recording', () => {
  expect(coverText(covers)).toBe('cobre 0:00 a 2:58:12 de 2:58:12');
  expect(coverText({ ...covers, from_ms: 60_000, to_ms: 120_000 })).toBe('cobre 1:00 a 2:00 de 2:58:12');
});

test('missingText lists the missing ranges, and is undefined without any', () => {
  expect(missingText(covers)).toBeUndefined();
  const [one, two, three] = [
    { from_ms: 0, to_ms: 60_000 },
    { from_ms: 720_000, to_ms: 930_000 },
    { from_ms: 3_720_000, to_ms: 3_840_000 },
  ];
  expect(missingText({ ...covers, missing: [two] })).toBe(
    'Ficou de fora: 12:00 a 15:30. Gere novamente para tentar incluir.',
  );
  expect(missingText({ ...covers, missing: [one, two, three] })).toContain(
    ': 0:00 a 1:00, 12:00 a 15:30 e 1:02:00 a 1:04:00.',
  );
});

test('madeText names the model, the duration and the date', () => {
  const made = { model: 'gpt', created_at: '2026-11-21T17:05:00.000Z' };
  expect(madeText({ ...made, seconds: 42 })).toBe('gpt · em 42 s · 21 de novembro de 2026, 14:05');
  expect(madeText({ ...made, seconds: 0.4 })).toBe('gpt · menos de 1 s · 21 de novembro de 2026, 14:05');
});

test('the progress text counts parts only if there are several', () => {
  expect(summaryProgressText(undefined)).toBe('Preparando o texto');
  expect(summaryProgressText({ stage: 'reading', done_parts: 3, total_parts: 12, part_percent: 0 })).toBe(
    'Lendo a transcrição: 3 de 12 partes',
  );
  expect(summaryProgressText({ stage: 'reading', done_parts: 0, total_parts: 1, part_percent: 0 })).toBe(
    'Lendo a transcrição',
  );
  expect(summaryProgressText({ stage: 'reading', done_parts: 1, total_parts: 3, part_percent: 40 })).toBe(
    'Lendo a transcrição: 1 de 3 partes e 40% da seguinte',
  );
  expect(summaryProgressText({ stage: 'reading', done_parts: 0, total_parts: 1, part_percent: 40 })).toBe(
    'Lendo a transcrição: 40%',
  );
  expect(summaryProgressText({ stage: 'waiting', done_parts: 3, total_parts: 12, part_percent: 0 })).toBe(
    'O modelo está ocupado; tentando de novo',
  );
  expect(summaryProgressText({ stage: 'writing', done_parts: 12, total_parts: 12, part_percent: 0 })).toBe(
    'Escrevendo o resumo',
  );
});

test('a copy has moments and marks in brackets, and keeps other links', () => {
  expect(withoutOwnLinks('Assim [0:42](#t=42.3) e [aqui](https://exemplo.com).')).toBe(
    'Assim (0:42) e [aqui](https://exemplo.com).',
  );
  expect(withoutOwnLinks(`A multa será paga. ${unprovedMark}`)).toBe(
    'A multa será paga. (sem trecho que comprove)',
  );
});

test('a text event appends to the live summary, and a snapshot replaces it', () => {
  let live = applySummaryEvent(emptyLiveSummary, 'progress', {
    stage: 'writing',
    done_parts: 1,
    total_parts: 1,
    part_percent: 0,
  });
  live = applySummaryEvent(live, 'text', { delta: 'Um ' });
  live = applySummaryEvent(live, 'text', { delta: 'dois' });
  expect(live.text).toBe('Um dois');
  expect(live.progress?.stage).toBe('writing');
  expect(applySummaryEvent(live, 'snapshot', { text: 'Um', progress: null })).toEqual({
    text: 'Um',
    progress: undefined,
  });
  expect(applySummaryEvent(live, 'something_new', 4)).toBe(live);
});

test('a finished summary comes first and only once, and ends the running one', () => {
  const [first, second] = ['1', '2'].map((id) => ({ id }) as Summary) as [Summary, Summary];
  const list = {
    summaries: [first],
    running: { prompt: 'x', progress: null },
    labels: { is_sandbox: false, model: null },
  };
  const after = withFinishedSummary(withFinishedSummary(list, second), second);
  expect(after.summaries).toEqual([second, first]);
  expect(after.running).toBeNull();
});

test('the error text repeats the server’s message, except for internal errors', () => {
  type Code = 'too_many_requests' | 'plan_required' | 'internal' | 'summary_running';
  const refused = (code: Code, seconds?: number) =>
    new ApiError(400, { error: 'Devagar.', code, requestId: 'r' }, seconds);
  expect(describeSummaryError(refused('too_many_requests', 300)).said).toBe(
    'Devagar. Tente de novo em 5 minutos.',
  );
  expect(describeSummaryError(refused('plan_required'))).toEqual({ said: 'Devagar.', needsPlan: true });
  expect(describeSummaryError(refused('summary_running'))).toEqual({ said: 'Devagar.', isPassing: true });
  expect(describeSummaryError(refused('internal')).said).toBeUndefined();
  expect(describeSummaryError(new NetworkError('x')).said).toBeUndefined();
});

test('a version has the name of its saved prompt, or the first words of the prompt', () => {
  const own = [{ name: 'Da diretoria', prompt: 'Só o que a diretoria decidiu.' }];
  expect(promptName(defaultPrompt, own)).toBe('Resumo conciso');
  expect(promptName(restoredPrompt, own)).toBe('Prompt padrão');
  expect(promptName('Só o que a diretoria decidiu.', own)).toBe('Da diretoria');
  expect(promptName('Só as datas.\nUma por linha.', own)).toBe('Só as datas. Uma por linha.');
  expect(promptName('Liste as decisões desta reunião, uma por linha.', own)).toBe('Liste as decisões desta…');
  expect(promptName('a'.repeat(60), own)).toBe(`${'a'.repeat(28)}…`);
});
