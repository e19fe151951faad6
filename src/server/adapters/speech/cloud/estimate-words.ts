import { splitWords } from '#domain/transcript/match-words.ts';
import type { Segment, VoiceSpan } from '../engine.ts';
import { clauseEnd, groupWords, sentenceEnd } from '../group-words.ts';

/** How far a border may move from its share of the text to meet a sentence end or a comma. */
const sentencePullMs = 1_500;
const commaPullMs = 800;

type Stretch = VoiceSpan & { texts: readonly string[] };

const pullMs = (text: string) => {
  if (sentenceEnd.test(text)) return sentencePullMs;
  return clauseEnd.test(text) ? commaPullMs : 0;
};

/** A word takes as long as its letters, and a moment before the next one. */
const weightOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length + 1, 0);

/**
 * Gives each stretch of voice its words. The words share the voiced time by their length, and each pause goes to the
 * clearest border near its share, because people pause at the end of a sentence.
 */
function shareWords(texts: readonly string[], spans: readonly VoiceSpan[]): Stretch[] {
  const voicedMs = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const msOfWeight = voicedMs / weightOf(texts);
  let from = 0;
  let pauseMs = 0;
  return spans.map((span, at) => {
    pauseMs += span.endMs - span.startMs;
    let best = { end: texts.length, cost: Number.POSITIVE_INFINITY };
    let saidMs = msOfWeight * weightOf(texts.slice(0, from));
    for (let end = from; at < spans.length - 1 && end <= texts.length; end += 1) {
      const cost = Math.abs(saidMs - pauseMs) - pullMs(texts[end - 1] ?? '');
      if (cost < best.cost) best = { end, cost };
      saidMs += msOfWeight * weightOf(texts.slice(end, end + 1));
    }
    const mine = { ...span, texts: texts.slice(from, best.end) };
    from = best.end;
    return mine;
  });
}

function spread({ startMs, endMs, texts }: Stretch) {
  const msOfWeight = (endMs - startMs) / weightOf(texts);
  let weightBefore = 0;
  const timeNow = () => Math.round(startMs + msOfWeight * weightBefore);
  return texts.map((text) => {
    const begins = timeNow();
    weightBefore += text.length + 1;
    return { text, startMs: begins, endMs: timeNow() };
  });
}

/** Builds segments with estimated times of words, for a text without times. Without voice the text takes the whole. */
export function estimateSegments(
  text: string,
  { voice, chunkMs }: { voice: readonly VoiceSpan[]; chunkMs: number },
): Segment[] {
  const texts = splitWords(text);
  if (texts.length === 0) return [];
  const spans = voice.length > 0 ? voice : [{ startMs: 0, endMs: Math.round(chunkMs) }];
  return groupWords(shareWords(texts, spans).flatMap(spread)).map((segment) => ({
    ...segment,
    estimated: true,
  }));
}
