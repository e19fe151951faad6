import type { StoredSegment } from '#domain/transcript/segment.ts';
import { isNonEmptySegment } from '#domain/transcript/transcript-text.ts';
import type { Score } from '../player/score-lines.tsx';

/** More lines would leave no room for the waveform. */
const maxLines = 5;
const othersName = 'Outras vozes';
/** A pause within a turn is no gap. */
const pauseMs = 1_500;

type Span = { startMs: number; endMs: number };

/** The stretches of each voice, in which a pause does not end a turn. */
function spansOfVoices(segments: readonly StoredSegment[]): Map<string, Span[]> {
  const voices = new Map<string, Span[]>();
  let before: string | undefined;
  for (const segment of segments) {
    const { speaker, start_ms: startMs, end_ms: endMs } = segment;
    if (speaker === undefined || !isNonEmptySegment(segment)) continue;
    const spans = voices.get(speaker) ?? [];
    voices.set(speaker, spans);
    const last = spans.at(-1);
    if (last !== undefined && before === speaker && startMs - last.endMs <= pauseMs)
      last.endMs = Math.max(last.endMs, endMs);
    else spans.push({ startMs, endMs });
    before = speaker;
  }
  return voices;
}

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
