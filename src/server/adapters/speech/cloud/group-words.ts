import type { Segment, Word } from '../engine.ts';

export type SpokenWord = Word & { speaker?: string };

const maxMs = 15_000;
/** A pause that a listener hears as the end of a thought. */
const pauseMs = 900;
const sentenceEnd = /[.!?…]["'”’)]?$/;

function segmentOf(words: readonly SpokenWord[]): Segment {
  const sure = words.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]));
  const speaker = words[0]?.speaker;
  return {
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: words.map(({ text }) => text).join(' '),
    words: words.map(({ speaker: _, ...word }) => word),
    ...(sure.length === 0 ? {} : { confidence: sure.reduce((sum, each) => sum + each, 0) / sure.length }),
    ...(speaker === undefined ? {} : { speaker }),
  };
}

/** Makes segments where an engine gives words alone: at ends of sentences, pauses, another speaker, or when too long. */
export function groupWords(words: readonly SpokenWord[]): Segment[] {
  const groups: SpokenWord[][] = [];
  let group: SpokenWord[] = [];
  for (const word of words) {
    const last = group.at(-1);
    const ends =
      last !== undefined &&
      (sentenceEnd.test(last.text) ||
        word.startMs - last.endMs > pauseMs ||
        word.speaker !== last.speaker ||
        word.endMs - (group[0]?.startMs ?? 0) > maxMs);
    if (ends) {
      groups.push(group);
      group = [];
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(group);
  return groups.map(segmentOf);
}
