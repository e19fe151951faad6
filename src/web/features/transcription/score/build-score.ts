import type { StoredSegment } from '#domain/transcript/segment.ts';
import { type Span, spansOfVoices } from '#domain/transcript/voice-spans.ts';
import type { Score } from '../player/score-lines.tsx';

/** More lines would leave no room for the waveform. */
const maxLines = 5;
const othersName = 'Outras vozes';
const lengthOf = (spans: readonly Span[]) =>
  spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

const inOrder = (spans: readonly Span[]) => spans.toSorted((one, other) => one.startMs - other.startMs);

/** A line per voice. Of more than five voices, the four that speak most, and the others together. One voice has none. */
export function scoreLines(
  segments: readonly StoredSegment[],
  nameOf: (speaker: string) => string,
): Score['lines'] {
  const voices = [...spansOfVoices(segments)].toSorted(
    ([, one], [, other]) => lengthOf(other) - lengthOf(one),
  );
  if (voices.length < 2) return [];
  const shown = voices.length > maxLines ? voices.slice(0, maxLines - 1) : voices;
  const lines = shown.map(([speaker, spans]) => ({ name: nameOf(speaker), spans }));
  const others = voices.slice(shown.length).flatMap(([, spans]) => spans);
  return [...lines, ...(others.length === 0 ? [] : [{ name: othersName, spans: inOrder(others) }])];
}
