import type { StoredSegment } from '#domain/transcript/segment.ts';
import { isNonEmptySegment, namingIn, showsNames, speakerName } from '#domain/transcript/transcript-text.ts';

/** One segment in the form that a model reads, with the id for its citations. */
export type TranscriptLine = Readonly<{
  id: number;
  startMs: number;
  head: string;
  text: string;
  /** The name of its voice, if the page shows names. */
  voice?: string | undefined;
}>;

export const lineRef = (id: number) => `s${id}`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A name must not end its bracket early. */
const plainName = (name: string) => oneLine(name.replace(/[[\]]/g, ''));

export function toTranscriptLines(
  segments: readonly StoredSegment[],
  names: Record<string, string>,
): TranscriptLine[] {
  const naming = namingIn(segments, names);
  const isNamed = showsNames(naming);
  let before: string | undefined;
  return segments.filter(isNonEmptySegment).map(({ id, start_ms: startMs, speaker, text }) => {
    const voice = speaker !== undefined && isNamed ? plainName(speakerName(speaker, naming)) : undefined;
    const isNew = speaker !== before;
    before = speaker;
    const name = isNew && voice !== undefined ? ` ${voice}` : '';
    return { id, startMs, head: `[${lineRef(id)}${name}]`, text: oneLine(text), voice };
  });
}
