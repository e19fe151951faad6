import { expect, test } from 'vitest';
import { transcriptText } from './transcript-text.ts';

const segment = (id: number, text: string, changes: object = {}) => ({
  id,
  start_ms: id * 1_000,
  end_ms: id * 1_000 + 900,
  text,
  ...changes,
});

test('segments in a row; a paragraph after a silence and where somebody else speaks', () => {
  const texts = [
    segment(0, 'Bom dia.'),
    segment(1, 'Tudo bem?'),
    segment(9, 'Então.'),
    segment(10, 'Sim.', { speaker: 'B' }),
  ];
  expect(transcriptText(texts)).toBe('Bom dia. Tudo bem?\n\nEntão.\n\nSim.');
});

test('what was emptied is not read, wherever it stood', () => {
  expect(
    transcriptText([segment(0, ''), segment(1, 'Bom dia.'), segment(2, ' '), segment(3, 'Tchau.')]),
  ).toBe('Bom dia. Tchau.');
});
