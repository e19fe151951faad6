import type { StoredSegment } from '#domain/transcript/segment.ts';
import { nameOfSpeaker, speakerNumbers } from '#domain/transcript/speaker-names.ts';
import { isRead } from '#domain/transcript/text-of.ts';

/** One segment as a model reads it, with the id by which it can be cited. */
export type SpokenLine = Readonly<{ id: number; startMs: number; head: string; text: string }>;

export const refOf = (id: number) => `s${id}`;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A name must not end its bracket early. */
const plainName = (name: string) => oneLine(name.replace(/[[\]]/g, ''));

export function spokenLines(segments: readonly StoredSegment[], names: Record<string, string>): SpokenLine[] {
  const numbers = speakerNumbers(segments);
  let before: string | undefined;
  return segments.filter(isRead).map(({ id, start_ms: startMs, speaker, text }) => {
    const isNew = speaker !== undefined && numbers.size > 1 && speaker !== before;
    before = speaker;
    const name = isNew ? ` ${plainName(nameOfSpeaker(speaker, { names, numbers }))}` : '';
    return { id, startMs, head: `[${refOf(id)}${name}]`, text: oneLine(text) };
  });
}
