import type { Summary } from '#contract/summary.ts';
import { createSentenceCheck } from '#domain/evidence/check-sentence.ts';
import { unprovedMark } from '#domain/evidence/unproved-mark.ts';
import { fold } from '#domain/evidence/words.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { Range } from './sanitize-markdown.ts';
import { type Citation, type SummarySentence, sentencesOf } from './summary-sentences.ts';
import { lineRef, type TranscriptLine } from './transcript-lines.ts';

type Moment = Summary['moments'][number];

const codes = /(s\d{1,7}(?:\s?(?:[,;–-]|e)\s?s\d{1,7})*)/.source;
/**
 * [s12], [s12, s15], [s12-s15], (s12), [s12 Ana] and **[s12]**: models use these variants and no others. Other
 * forms, [S10 Chevrolet] or (s3 da Amazon), are their own words.
 */
const citation = new RegExp(
  `[ \\t]{0,4}(?:(\\*\\*|\\*|__|_)\\[${codes}\\]\\1|\\[${codes}(?: ([^\\[\\]()\\n]{1,60}))?\\]|\\(${codes}\\))(?!\\()`,
  'g',
);
const minWordLength = 4;
const stemLetters = 5;
/** These words are so common that sharing one means nothing. */
const common = new Set(
  'para como mais isso esta este essa esse pela pelo quando sobre entre tambem porque entao muito muita foram seria sendo onde cada tudo todos todas fazer pode pois aqui agora ainda depois antes that this with from have they'
    .split(' ')
    .map((word) => word.slice(0, stemLetters)),
);

/** The stems that identify a topic, without accents and endings. */
function stemsOf(text: string): Set<string> {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu);
  const stems = (words ?? [])
    .filter((word) => word.length >= minWordLength || /\d/.test(word))
    .map((word) => word.slice(0, stemLetters));
  return new Set(stems.filter((stem) => !common.has(stem)));
}

function overlaps(claim: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  const shared = [...claim].filter((stem) => said.has(stem)).length;
  return shared >= (claim.size > 3 ? 2 : 1);
}

/** More passages for one sentence prove nothing: some of them share words with any sentence. */
const maxPassages = 6;
/** A longer sentence is a text without points. Its first part is checked, so that the time stays linear. */
const maxSentenceLength = 1_200;

type CheckOptions = {
  code?: readonly Range[];
  /** While a model writes, its last sentence is not complete and keeps its moments unmarked. */
  isGrowing?: boolean;
};
export type CitationChecker = (text: string, options?: CheckOptions) => { text: string; moments: Moment[] };

type Edit = Range & { put: string };

function applyEdits(text: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { from, to, put } of edits) {
    done += text.slice(at, from) + put;
    at = to;
  }
  return done + text.slice(at);
}

/**
 * Turns citations into links that play their moment, and marks each sentence that its passage does not prove. Removes
 * the citations of a marked sentence, and one whose segment is missing or about something else.
 */
export function createCitationChecker(lines: readonly TranscriptLine[]): CitationChecker {
  const places = new Map(lines.map(({ id }, at) => [lineRef(id), at]));
  const proves = createSentenceCheck(lines);
  const stems = new Map<number, Set<string>>();
  /** Includes the neighbours, because a sentence often crosses the end of a segment. */
  const saidAround = (at: number) => {
    const known = stems.get(at);
    if (known !== undefined) return known;
    const around = lines.slice(Math.max(0, at - 1), at + 2).map(({ text }) => text);
    const found = stemsOf(around.join(' '));
    stems.set(at, found);
    return found;
  };
  /** The stream checks the growing text again and again. */
  const verdicts = new Map<string, boolean>();
  function isProved({ text, refs }: SummarySentence): boolean {
    const passages = [...new Set(refs)].slice(0, maxPassages).flatMap((ref) => places.get(ref) ?? []);
    if (passages.length === 0) return false;
    const key = `${passages.join()} ${text}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const found = proves(text.slice(0, maxSentenceLength), passages) === undefined;
    verdicts.set(key, found);
    return found;
  }

  function momentOf(ref: string, words: ReadonlySet<string> | undefined): Moment {
    const lineIndex = places.get(ref);
    const line = lineIndex === undefined ? undefined : lines[lineIndex];
    if (lineIndex === undefined || line === undefined)
      return { ref, segment_id: Number(ref.slice(1)), start_ms: 0, is_verified: false };
    const is_verified = words !== undefined && overlaps(words, saidAround(lineIndex));
    return { ref, segment_id: line.id, start_ms: line.startMs, is_verified };
  }

  /** True if our own line has this name after the code. */
  const isNamed = (ref: string, name: string) => lines[places.get(ref) ?? -1]?.head === `[${ref} ${name}]`;

  function citationsOf(text: string, code: readonly Range[]): Citation[] {
    let nextCode = 0;
    return [...text.matchAll(citation)].flatMap(
      ({ 0: whole, 2: bold, 3: bare, 4: name, 5: round, index: from }) => {
        const to = from + whole.length;
        while ((code[nextCode]?.to ?? Number.POSITIVE_INFINITY) <= from) nextCode += 1;
        if ((code[nextCode]?.from ?? Number.POSITIVE_INFINITY) < to) return [];
        // The first of a range says where to begin.
        const refs = (bold ?? bare ?? round ?? '')
          .split(/\s?(?:[,;]|\se\s)\s?/)
          .flatMap((each) => /s\d+/.exec(each)?.[0] ?? []);
        const isOurs = name === undefined || refs.some((ref) => isNamed(ref, name));
        return isOurs ? [{ from, to, refs: [...new Set(refs)] }] : [];
      },
    );
  }

  return (text, { code = [], isGrowing = false } = {}) => {
    const moments: Moment[] = [];
    const edits: Edit[] = [];
    const citations = citationsOf(text, code);
    const sentences = sentencesOf(text, { citations, code });
    const cited = new Map<Citation, Moment[]>();
    for (const sentence of sentences) {
      const isLast = isGrowing && sentence === sentences.at(-1);
      const isMarked = sentence.isClaim && !isLast && !isProved(sentence);
      const words = isMarked ? undefined : stemsOf(sentence.text.slice(0, maxSentenceLength));
      for (const each of sentence.citations)
        cited.set(
          each,
          each.refs.map((ref) => momentOf(ref, words)),
        );
      if (isMarked) edits.push({ from: sentence.to, to: sentence.to, put: ` ${unprovedMark}` });
    }
    for (const each of citations) {
      const checked = cited.get(each) ?? each.refs.map((ref) => momentOf(ref, undefined));
      moments.push(...checked);
      const links = checked
        .filter(({ is_verified }) => is_verified)
        .map(({ start_ms }) => ` [${formatTimestamp(start_ms)}](#t=${start_ms / 1_000})`);
      edits.push({ from: each.from, to: each.to, put: links.join('') });
    }
    edits.sort((one, other) => one.from - other.from || one.to - other.to);
    return { text: applyEdits(text, edits), moments };
  };
}
