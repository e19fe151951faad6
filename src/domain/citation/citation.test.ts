import { expect, test } from 'vitest';
import { cite } from './citation.ts';

test('the short style names the voice and the time', () => {
  const source = {
    title: 'Audiência',
    fileName: 'audiencia_12.mp4',
    recordedAt: '2026-11-21T17:05:00.000Z',
    durationMs: 60_000,
    isTestText: false,
  };
  const turn = {
    text: 'Não vi o semáforo.',
    voice: 'Secretária Lúcia',
    startMs: 24_900,
    endMs: 27_000,
    isCutBefore: false,
    isCutAfter: false,
    startsParagraph: true,
  };
  expect(cite('short', [turn], source).text).toBe('“Não vi o semáforo.” (Secretária Lúcia, 00:00:24)');
});
