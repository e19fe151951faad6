import { z } from 'zod';
import type { Segment, Word } from '../engine.ts';
import { groupWords } from '../group-words.ts';
import { onlyClosing, wordsFromPieces } from '../words-from-pieces.ts';

export type Answer = Readonly<{
  text: string;
  language: string | undefined;
  segments: readonly { text: string; startSecond: number; endSecond: number }[];
  /** The vendor's raw response body. */
  raw: unknown;
}>;

/** Returns times relative to the chunk. */
export type ReadAnswer = (answer: Answer) => Segment[] | 'no_times';

/** The SDK fills a missing log probability with 0. No model reports exactly 0, so it means unknown. */
const sureness = (logarithm: number | undefined) =>
  logarithm === undefined || logarithm === 0 ? {} : { confidence: Math.exp(logarithm) };

const toMs = (seconds: number) => Math.round(seconds * 1_000);

const OpenAiSchema = z.object({
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        avg_logprob: z.number().optional(),
        speaker: z.string().optional(),
      }),
    )
    .optional(),
  words: z
    .array(
      z.object({
        word: z.string(),
        start: z.number(),
        end: z.number(),
        probability: z.number().nullish().catch(undefined),
      }),
    )
    .optional(),
});

/**
 * Assigns each word to the segment that contains its middle, and punctuation to the segment of the word before. The
 * last segment takes all later words.
 */
function wordsWithin(words: readonly Word[], segments: readonly { endMs: number }[]) {
  const groups: Word[][] = segments.map(() => []);
  let at = 0;
  for (const word of words) {
    const middle = (word.startMs + word.endMs) / 2;
    const mayMove = !onlyClosing.test(word.text.trim());
    while (mayMove && at < segments.length - 1 && middle > (segments[at]?.endMs ?? 0)) at += 1;
    groups[at]?.push(word);
  }
  return groups;
}

const endsSentence = /[\p{L}\p{N}][.!?…。！？]["'”’)]?$/u;
const beginsWithLetter = /^["'“‘(]?\p{L}/u;

/** Some servers omit the space at the start of a sentence. Its first word must not melt into the sentence before. */
const withSentenceStarts = (pieces: readonly Word[]) =>
  pieces.map((piece, at) =>
    endsSentence.test(pieces[at - 1]?.text ?? '') && beginsWithLetter.test(piece.text)
      ? { ...piece, text: ` ${piece.text}` }
      : piece,
  );

/** whisper.cpp's server lists tokens as words, of which only those that begin a word begin with a space. */
function readerOfWords(all: readonly Word[]): (words: readonly Word[]) => Word[] {
  const arePieces = all.some(({ text }) => text.startsWith(' '));
  return (words) =>
    arePieces
      ? wordsFromPieces(withSentenceStarts(words))
      : words.map((word) => ({ ...word, text: word.text.trim() }));
}

export const readOpenAi: ReadAnswer = ({ text, raw }) => {
  const { segments = [], words = [] } = OpenAiSchema.safeParse(raw).data ?? {};
  const timed = words.map(({ word, start, end, probability }) => ({
    text: word,
    startMs: toMs(start),
    endMs: toMs(end),
    ...(probability == null ? {} : { confidence: Math.min(Math.max(probability, 0), 1) }),
  }));
  const readWords = readerOfWords(timed);
  if (segments.length === 0) {
    if (timed.length > 0) return groupWords(readWords(timed));
    return text.trim() === '' ? [] : 'no_times';
  }
  const read = segments.map(({ start, end, text: segmentText, avg_logprob: logarithm, speaker }) => ({
    startMs: toMs(start),
    endMs: toMs(end),
    text: segmentText.trim(),
    ...sureness(logarithm),
    ...(speaker === undefined ? {} : { speaker }),
  }));
  // By segment first, because a segment never begins within a word.
  const groups = wordsWithin(timed, read).map(readWords);
  return read.map((segment, index) =>
    (groups[index]?.length ?? 0) > 0 ? { ...segment, words: groups[index] ?? [] } : segment,
  );
};

const AssemblyAiSchema = z.object({
  words: z
    .array(
      z.object({
        text: z.string(),
        start: z.number(),
        end: z.number(),
        confidence: z.number().nullish(),
        speaker: z.string().nullish(),
      }),
    )
    .nullish(),
});

export const readAssemblyAi: ReadAnswer = ({ raw }) =>
  groupWords(
    (AssemblyAiSchema.parse(raw).words ?? []).map(({ text, start, end, confidence, speaker }) => ({
      text,
      startMs: Math.round(start),
      endMs: Math.round(end),
      ...(confidence == null ? {} : { confidence }),
      ...(speaker == null ? {} : { speaker }),
    })),
  );

const DeepgramSchema = z.object({
  results: z.object({
    channels: z.array(
      z.object({
        alternatives: z.array(
          z.object({
            words: z.array(
              z.object({
                word: z.string(),
                punctuated_word: z.string().optional(),
                start: z.number(),
                end: z.number(),
                confidence: z.number().optional(),
                speaker: z.number().optional(),
              }),
            ),
          }),
        ),
      }),
    ),
  }),
});

export const readDeepgram: ReadAnswer = ({ raw }) =>
  groupWords(
    (DeepgramSchema.parse(raw).results.channels[0]?.alternatives[0]?.words ?? []).map((word) => ({
      text: word.punctuated_word ?? word.word,
      startMs: toMs(word.start),
      endMs: toMs(word.end),
      ...(word.confidence === undefined ? {} : { confidence: word.confidence }),
      ...(word.speaker === undefined ? {} : { speaker: String(word.speaker + 1) }),
    })),
  );
