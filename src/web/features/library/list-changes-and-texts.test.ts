import { expect, test } from 'vitest';
import type { ListChange, ListedTranscription, TranscriptionPage } from '#contract/transcription-list.ts';
import { applyListChange, removeListItems } from './api.ts';
import { noteText, percentText } from './row-parts.tsx';

const row = (changes: Partial<ListedTranscription> = {}): ListedTranscription => ({
  job_id: 'a',
  status: 'processing',
  file_name: 'aula.mp3',
  title: null,
  created_at: '2026-11-21T14:05:00.000Z',
  audio_duration: 60,
  engine_is_sandbox: false,
  reason_text: null,
  can_retry: false,
  progress: { percent: 10, seconds_left: null },
  is_example: false,
  hit: null,
  ...changes,
});
const page = (items: ListedTranscription[], total = items.length): TranscriptionPage => ({
  items,
  page: 1,
  pages: Math.max(1, Math.ceil(total / 10)),
  total,
  has_any: true,
});
const change = (changes: Partial<ListChange> = {}): ListChange => ({
  job_id: 'a',
  status: 'processing',
  progress: { percent: 55, seconds_left: 30 },
  reason_text: null,
  can_retry: false,
  last_sentence: null,
  audio_duration: 61,
  engine_is_sandbox: false,
  ...changes,
});

test('a change updates its row and keeps the title and the search hit', () => {
  const hit = { text: 'Bom dia.', marks: [], start_ms: 0 };
  const before = page([row({ title: 'Aula', hit }), row({ job_id: 'b' })]);
  const after = applyListChange(before, change());
  expect(after.items[0]).toMatchObject(
    row({ title: 'Aula', hit, audio_duration: 61, progress: change().progress }),
  );
  expect(after.items[1]).toBe(before.items[1]);
});

test('a change of a row on another page returns the same page', () => {
  const before = page([row()]);
  expect(applyListChange(before, change({ job_id: 'z' }))).toBe(before);
  expect(applyListChange(before, change({ job_id: 'z', status: 'deleted' }))).toBe(before);
});

test('a deletion elsewhere removes the row and lowers the total', () => {
  const after = applyListChange(page([row(), row({ job_id: 'b' })], 21), change({ status: 'deleted' }));
  expect(after.items.map(({ job_id }) => job_id)).toEqual(['b']);
  expect(after).toMatchObject({ total: 20, pages: 2 });
});

test('an empty list still has one page', () => {
  expect(removeListItems(page([row()]), ['a'])).toMatchObject({ items: [], total: 0, pages: 1 });
});

test('a row shows why it waits or failed, or else the remaining time', () => {
  expect(noteText(row({ reason_text: 'Na fila.' }))).toBe('Na fila.');
  expect(noteText(row({ progress: { percent: 3, seconds_left: 20 } }))).toBe('Falta menos de 1 minuto.');
  expect(noteText(row({ progress: { percent: 3, seconds_left: 240 } }))).toBe('Faltam cerca de 4 min.');
  expect(noteText(row())).toBeUndefined();
  expect(noteText(row({ status: 'completed', reason_text: 'velho' }))).toBeUndefined();
});

test('a row shows a percentage only while it runs and above zero', () => {
  expect(percentText(row({ progress: { percent: 99.9, seconds_left: null } }))).toBe('99%');
  expect(percentText(row({ progress: { percent: 0, seconds_left: null } }))).toBeUndefined();
  expect(percentText(row({ status: 'pending' }))).toBeUndefined();
});
