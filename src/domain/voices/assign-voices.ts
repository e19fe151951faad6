import type { StoredSegment } from '../transcript/segment.ts';
import { mainVoice, partsAtVoices, silencesOf, splitSegment } from './split-at-voices.ts';
import { labelOf } from './voice-label.ts';
import { type VoiceTurn, wordVoices } from './word-voices.ts';

type Options = Readonly<{
  /**
   * A split gives new ids to all segments behind it. Marks, confirmations and corrected words refer to ids, so only a
   * text that no person has seen may be split.
   */
  maySplit: boolean;
}>;

/** Voices in order of appearance. Assigned segments count, so that the labels of the others stay as they were. */
function labelsOf(voices: readonly number[]): ReadonlyMap<number, string> {
  return new Map([...new Set(voices)].map((voice, index) => [voice, labelOf(index)]));
}

function withSpeaker(segment: StoredSegment, speaker: string | undefined): StoredSegment {
  const { speaker: _, ...rest } = segment;
  return speaker === undefined ? rest : { ...rest, speaker };
}

/**
 * Writes the voices of the turns into a text, as labels A, B and so on. A text of one voice gets no label, because
 * documents and subtitles would print a name for it. A segment whose speaker a person assigned stays whole, as it is.
 */
export function assignVoices(
  segments: readonly StoredSegment[],
  turns: readonly VoiceTurn[],
  { maySplit }: Options,
): StoredSegment[] {
  if (turns.length === 0) return [...segments];
  const silences = silencesOf(turns);
  const words = wordVoices(segments, turns);
  const voiced = segments.flatMap((segment, at) => {
    const own = words[at] ?? [];
    const isWhole = !maySplit || segment.assigned === true;
    const parts = isWhole ? [own] : partsAtVoices(own, silences);
    return splitSegment(segment, parts).map((each, part) => ({
      segment: each,
      voice: mainVoice(parts[part] ?? own),
    }));
  });
  const labels = labelsOf(voiced.map(({ voice }) => voice));
  const isMonologue = labels.size === 1 && !segments.some(({ assigned, speaker }) => assigned && speaker);
  return voiced.map(({ segment, voice }, at) => {
    const spoken = segment.assigned
      ? segment
      : withSpeaker(segment, isMonologue ? undefined : labels.get(voice));
    return maySplit ? { ...spoken, id: at } : spoken;
  });
}
