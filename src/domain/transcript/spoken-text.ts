import type { StoredSegment } from './segment.ts';
import { nameOfSpeaker, type SpeakerNaming } from './speaker-names.ts';
import { paragraphsOf } from './text-of.ts';

/** The text for taking along: where several people speak, each turn says who. */
export function spokenText(segments: readonly StoredSegment[], naming: SpeakerNaming): string {
  let before: string | undefined;
  return paragraphsOf(segments)
    .map((paragraph) => {
      const text = paragraph.map((segment) => segment.text).join(' ');
      const speaker = paragraph[0]?.speaker;
      const isNew = speaker !== undefined && naming.numbers.size > 1 && speaker !== before;
      before = speaker;
      return isNew ? `${nameOfSpeaker(speaker, naming)}: ${text}` : text;
    })
    .join('\n\n');
}
