import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { ListChange } from '#contract/transcription-list.ts';
import { applyChange, rowsOf, showsChange } from './api.ts';

const facts = {
  title: null,
  file_name: 'aula.mp3',
  created_at: '2026-11-21T14:05:00.000Z',
  audio_duration: 60,
  engine_is_sandbox: false,
};
const recent = (job_id: string) => ({ job_id, ...facts, excerpt: 'Bom dia.' });
const running = (job_id: string, status: 'pending' | 'processing' = 'processing') => ({
  ...facts,
  ...change(job_id, status),
  status,
});
const change = (job_id: string, status: ListChange['status']): ListChange => ({
  job_id,
  status,
  progress: { percent: 10, seconds_left: null },
  reason_text: null,
  can_retry: false,
  last_sentence: null,
  audio_duration: 60,
  engine_is_sandbox: false,
});
const dashboard: Dashboard = {
  usage: { plan: 'free', usedHours: 0, hoursLimit: 5, maxFileMinutes: 10, features: [] },
  plan_name: 'Free',
  used_minutes: 0,
  renews_on: '2026-12-01',
  completed_this_month: 1,
  unfinished: [running('a'), running('b', 'pending')],
  running_count: 2,
  recent: [recent('c')],
  has_any: true,
  example: null,
};
const idsOf = (shown: Dashboard) => rowsOf(shown).map(({ job_id }) => job_id);

test('a finished transcription keeps its row and no longer counts as running', () => {
  const after = applyChange(dashboard, change('a', 'completed'));
  expect(idsOf(after)).toEqual(['a', 'b', 'c']);
  expect(after.unfinished[0]?.status).toBe('completed');
  expect(after.running_count).toBe(1);
  expect(applyChange(dashboard, change('b', 'processing')).running_count).toBe(2);
});

test('a deleted transcription leaves home, and one that is not shown changes nothing', () => {
  const after = applyChange(dashboard, change('b', 'deleted'));
  expect(idsOf(after)).toEqual(['a', 'c']);
  expect(after.running_count).toBe(1);
  expect(idsOf(applyChange(dashboard, change('c', 'deleted')))).toEqual(['a', 'b']);
  expect(applyChange(dashboard, change('x', 'processing'))).toEqual(dashboard);
});

test('a transcription in both lists has one row', () => {
  expect(idsOf({ ...dashboard, recent: [recent('a'), recent('c')] })).toEqual(['b', 'a', 'c']);
});

test.each([
  ['a', 'processing', true],
  ['a', 'completed', false],
  ['b', 'processing', false],
  ['c', 'completed', true],
  ['c', 'deleted', false],
  ['x', 'pending', false],
] as const)('home shows %s as %s: %s', (id, status, isShown) => {
  expect(showsChange(dashboard, change(id, status))).toBe(isShown);
});
