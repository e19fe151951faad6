import type { StoredSegment } from '#domain/transcript/segment.ts';

/** Rows as the former default engine left them: phrases with times, without words, confidence or speaker. */
export const oldSegments: readonly StoredSegment[] = [
  { id: 0, start_ms: 480, end_ms: 9_120, text: 'Bom dia a todos, vamos começar a reunião de hoje' },
  { id: 1, start_ms: 9_700, end_ms: 25_540, text: 'o primeiro ponto é o orçamento. Ele foi aprovado' },
  { id: 2, start_ms: 26_000, end_ms: 31_200, text: 'e o segundo é a data da próxima reunião.' },
];
