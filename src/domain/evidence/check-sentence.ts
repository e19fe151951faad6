import { isNameSaid, type KnownNames, namesOf } from './names.ts';
import { contradicts, polarityOf } from './negations.ts';
import { factsOf, missingFact, saidFacts } from './quantities.ts';
import { misquotes } from './quotations.ts';
import { attributedVoices, type Voice, voiceOf } from './speakers.ts';
import { swapsNames } from './swapped-names.ts';
import { contentStems, isSameStem, type Token, tokensOf } from './words.ts';

export type SaidSegment = Readonly<{ text: string; voice?: string | undefined }>;

/** Why a passage does not prove a sentence. */
export type Doubt = 'number' | 'name' | 'voice' | 'swap' | 'negation' | 'quotation' | 'content';

/** Tuned on one of two recordings; docs/checked-sentences.md has the figures of both. */
const minContentShare = 0.5;

export type SentenceCheck = (sentence: string, places: readonly number[]) => Doubt | undefined;

function knownNames(segments: readonly SaidSegment[], tokens: (at: number) => readonly Token[]): KnownNames {
  const known = new Map<string, readonly string[]>();
  for (const at of segments.keys())
    for (const name of namesOf(tokens(at), () => false)) known.set(name.join(' '), name);
  return [...known.values()];
}

/** Prepares the check of sentences against the segments of one recording. */
export function createSentenceCheck(segments: readonly SaidSegment[]): SentenceCheck {
  const tokenized = new Map<number, readonly Token[]>();
  const tokens = (at: number) => {
    const found = tokenized.get(at) ?? tokensOf(segments[at]?.text ?? '');
    tokenized.set(at, found);
    return found;
  };
  const known = knownNames(segments, tokens);
  const labels = [...new Set(segments.flatMap(({ voice }) => voice ?? []))];
  const voices = labels.map(voiceOf);
  const nameWords = new Set([...known.flat(), ...voices.flatMap(({ name }) => name)]);

  /** True if a voice goes on in the next segment with the same sentence. */
  const goesOn = (at: number) =>
    at in segments &&
    segments[at]?.voice === segments[at + 1]?.voice &&
    !/[.!?…]["”»)]*\s*$/u.test(segments[at]?.text ?? '');
  /** Engines cut within sentences, and a moment may point to either part. */
  const wholeSentences = (places: readonly number[]) => {
    const whole = places.flatMap((at) => [
      ...(goesOn(at - 1) ? [at - 1] : []),
      at,
      ...(goesOn(at) ? [at + 1] : []),
    ]);
    return [...new Set(whole)].sort((one, other) => one - other);
  };
  const isQuestion = (at: number) => /\?\s*$/.test(segments[at]?.text ?? '');

  return (sentence, places) => {
    const cited = wholeSentences(places);
    const around = [...new Set(cited.flatMap((at) => [at - 1, at, at + 1]))].filter((at) => at in segments);
    // An answer says nothing without its question.
    const asked = cited.map((at) => at - 1).filter((at) => !cited.includes(at) && isQuestion(at));
    const answered = cited.flatMap(tokens);
    const said = [...asked.flatMap(tokens), ...answered];
    const near = around.flatMap(tokens);
    const own = tokensOf(sentence);
    const speaking = voices.filter(({ label }) => cited.some((at) => segments[at]?.voice === label));
    const labelTokens = speaking.flatMap(({ label }) => tokensOf(label));
    const { facts, places: figures } = factsOf(own);
    if (missingFact(facts, saidFacts([...said, ...labelTokens])) !== undefined) return 'number';
    const names = namesOf(own, (word) => nameWords.has(word));
    const saidWords = new Set([...said, ...labelTokens].map(({ folded }) => folded));
    if (!names.every((name) => isNameSaid(name, saidWords, known))) return 'name';
    if (attributedVoices({ tokens: own, voices, known }).some((voice: Voice) => !speaking.includes(voice)))
      return 'voice';
    if (swapsNames({ sentence: own, said, names })) return 'swap';
    if (misquotes(sentence, near)) return 'quotation';
    const nameSet = new Set(names.flat());
    const words = own.filter(({ folded }, at) => !figures.has(at) && !nameSet.has(folded));
    if (contradicts(polarityOf(words), polarityOf(answered))) return 'negation';
    const stems = contentStems(words);
    const support = [...contentStems(near), ...speaking.flatMap((voice) => voice.titles)];
    const found = stems.filter((stem) => support.some((each) => isSameStem(each, stem))).length;
    // Figures and names of the passage identify it as well as words do. The name of its voice does not.
    const saidText = new Set(said.map(({ folded }) => folded));
    const exact = facts.length + names.filter((name) => name.some((word) => saidText.has(word))).length;
    const total = stems.length + exact;
    return found + exact < total * minContentShare || (total === 2 && found + exact < 2)
      ? 'content'
      : undefined;
  };
}
