import type { Segment, Word } from './engine.ts';

type SpokenWord = Word & { speaker?: string };

const maxMs = 15_000;
/** Listeners perceive a pause of this length as the end of a thought. */
const pauseMs = 900;
export const sentenceEnd = /[.!?…。！？]["'”’)]?$/;
const abbreviation = /^["'“‘(]?(?:sr|sra|srs|sras|dr|dra|drs|prof|profa|exmo|exma|av|art|pág|nº?)\.$/i;
export const clauseEnd = /[,;:]["'”’)]?$/;
/** A comma ends a thought as well as a pause of this length. */
const commaPauseMs = 250;

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

const endsSentence = ({ text }: SpokenWord) => sentenceEnd.test(text) && !abbreviation.test(text);

const lengthMs = (words: readonly SpokenWord[]) => (words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0);

/** Cuts a sentence that is too long at its clearest break in the middle half, so that no clause is torn. */
function cutLong(words: readonly SpokenWord[]): (readonly SpokenWord[])[] {
  if (lengthMs(words) <= maxMs || words.length < 2) return [words];
  const [startMs, quarterMs] = [words[0]?.startMs ?? 0, lengthMs(words) / 4];
  let best = { cut: Math.ceil(words.length / 2), breakMs: -1 };
  for (let cut = 1; cut < words.length; cut += 1) {
    const [last, next] = [words[cut - 1], words[cut]];
    if (last === undefined || next === undefined) continue;
    if (next.startMs < startMs + quarterMs || next.startMs > startMs + 3 * quarterMs) continue;
    const breakMs = next.startMs - last.endMs + (clauseEnd.test(last.text) ? commaPauseMs : 0);
    if (breakMs > best.breakMs) best = { cut, breakMs };
  }
  return [...cutLong(words.slice(0, best.cut)), ...cutLong(words.slice(best.cut))];
}

/** Builds segments from words: splits at sentence ends, pauses and speaker changes, and cuts what stays too long. */
export function groupWords(words: readonly SpokenWord[]): Segment[] {
  const groups: SpokenWord[][] = [];
  let last: SpokenWord | undefined;
  for (const word of words) {
    const ends =
      last === undefined ||
      endsSentence(last) ||
      word.startMs - last.endMs > pauseMs ||
      word.speaker !== last.speaker;
    if (ends) groups.push([word]);
    else groups.at(-1)?.push(word);
    last = word;
  }
  return groups.flatMap(cutLong).map(segmentOf);
}
