import { expect, test } from 'vitest';
import type { StoredSegment } from './segment.ts';
import { speakerNumbers, textWithSpeakers, transcriptText } from './transcript-text.ts';

const segment = (id: number, text: string, changes: object = {}) => ({
  id,
  start_ms: id * 1_000,
  end_ms: id * 1_000 + 900,
  text,
  ...changes,
});

test('a paragraph ends at a silence and at a change of speaker', () => {
  const texts = [
    segment(0, 'Bom dia.'),
    segment(1, 'Tudo bem?'),
    segment(9, 'Então.'),
    segment(10, 'Sim.', { speaker: 'B' }),
  ];
  expect(transcriptText(texts)).toBe('Bom dia. Tudo bem?\n\nEntão.\n\nSim.');
});

test('the text leaves out segments whose text was emptied', () => {
  expect(
    transcriptText([segment(0, ''), segment(1, 'Bom dia.'), segment(2, ' '), segment(3, 'Tchau.')]),
  ).toBe('Bom dia. Tchau.');
});

const segmentOf = (id: number, text: string, speaker?: string): StoredSegment => ({
  id,
  start_ms: id * 5_000,
  end_ms: id * 5_000 + 1_000,
  text,
  ...(speaker === undefined ? {} : { speaker }),
});
const textOf = (segments: StoredSegment[], names = {}) =>
  textWithSpeakers(segments, { names, numbers: speakerNumbers(segments) });

test('each turn begins with its speaker once, by the given name or by number', () => {
  const segments = [
    segmentOf(0, 'Oi.', 'A'),
    segmentOf(1, 'Tudo bem?', 'A'),
    segmentOf(2, 'Tudo.', 'B'),
    segmentOf(3, 'Então…', 'A'),
  ];
  expect(textOf(segments, { A: 'Ana' })).toBe('Ana: Oi.\n\nTudo bem?\n\nPessoa 2: Tudo.\n\nAna: Então…');
});

test('a text with one speaker, or without speakers, has no names', () => {
  expect(textOf([segmentOf(0, 'Bom dia.', 'A'), segmentOf(1, 'Vamos lá.', 'A')])).toBe(
    'Bom dia.\n\nVamos lá.',
  );
  expect(textOf([segmentOf(0, 'Bom dia.')])).toBe('Bom dia.');
});

test('a single speaker with a name has it, as on the page', () => {
  const segments = [segmentOf(0, 'Bom dia.', undefined), segmentOf(1, 'Oi.', 'A')];
  expect(textOf(segments, { A: 'Ana' })).toBe('Bom dia.\n\nAna: Oi.');
});
