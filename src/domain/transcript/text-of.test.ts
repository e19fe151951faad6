import { expect, test } from 'vitest';
import { transcriptText } from './transcript-text.ts';

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
