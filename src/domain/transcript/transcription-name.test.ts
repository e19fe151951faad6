import { expect, test } from 'vitest';
import { displayName, documentName, untitledAtHome } from './transcription-name.ts';

test.each([
  [{ title: ' Aula 1 ', file_name: 'aula.mp3' }, 'Aula 1'],
  [{ title: ' ', file_name: 'aula.mp3' }, 'aula.mp3'],
  [{ title: null, file_name: 'aula.mp3' }, 'aula.mp3'],
  [{ title: null, file_name: '' }, 'Sem título'],
  [{ title: '', file_name: ' ' }, 'Sem título'],
])('displayName shows %j as %s', (named, name) => expect(displayName(named)).toBe(name));

test('the home screen has its own text for an untitled transcription', () => {
  expect(displayName({ title: null, file_name: '' }, untitledAtHome)).toBe('Transcrição Sem Título');
});

test('a download without title and file name takes its name from the date', () => {
  const created_at = '2026-11-21T17:05:00.000Z';
  expect(documentName({ title: null, file_name: '', created_at })).toBe(
    'Gravação de 21 de novembro de 2026, 14h05',
  );
  expect(documentName({ title: null, file_name: 'aula.mp3', created_at })).toBe('aula.mp3');
});
