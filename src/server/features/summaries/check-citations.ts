import type { Summary } from '#contract/summary.ts';
import { formatTimestamp } from '#domain/format/timestamp.ts';
import type { Range } from './sanitize-markdown.ts';
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
/** A longer part of the line would not describe the citation better. */
const maxClaimLength = 600;
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
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  const stems = (words ?? [])
    .filter((word) => word.length >= minWordLength || /\d/.test(word))
    .map((word) => word.slice(0, stemLetters));
  return new Set(stems.filter((stem) => !common.has(stem)));
}

function overlaps(claim: ReadonlySet<string>, said: ReadonlySet<string>): boolean {
  const shared = [...claim].filter((stem) => said.has(stem)).length;
  return shared >= (claim.size > 3 ? 2 : 1);
}

/** The words that a citation supports: those since the previous citation, else those after it. */
function claimOf(text: string, at: number, end: number, before: number): Set<string> {
  const from = Math.max(before, at - maxClaimLength);
  const claimText = text.slice(from, at);
  const claim = stemsOf(claimText.slice(claimText.lastIndexOf('\n') + 1));
  if (claim.size > 0) return claim;
  // Several citations after one sentence support the same words: those of the line, without codes.
  const around = text.slice(Math.max(0, at - maxClaimLength), end + maxClaimLength);
  const place = at - Math.max(0, at - maxClaimLength);
  const lineStart = around.lastIndexOf('\n', place - 1) + 1;
  const lineEnd = around.indexOf('\n', place + (end - at));
  return stemsOf(around.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(citation, ' '));
}

export type CitationChecker = (text: string, code?: readonly Range[]) => { text: string; moments: Moment[] };

/**
 * Turns citations into links that play their moment. Removes a citation whose segment is missing or about
 * something else. A text without citations stays unchanged.
 */
export function createCitationChecker(lines: readonly TranscriptLine[]): CitationChecker {
  const places = new Map(lines.map(({ id }, at) => [lineRef(id), at]));
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

  function check(ref: string, claim: ReadonlySet<string>): Moment {
    const place = places.get(ref);
    const line = place === undefined ? undefined : lines[place];
    if (place === undefined || line === undefined)
      return { ref, segment_id: Number(ref.slice(1)), start_ms: 0, is_verified: false };
    const is_verified = overlaps(claim, saidAround(place));
    return { ref, segment_id: line.id, start_ms: line.startMs, is_verified };
  }

  /** True if our own line has this name after the code. */
  const isNamed = (ref: string, name: string) => lines[places.get(ref) ?? -1]?.head === `[${ref} ${name}]`;

  return (text, code = []) => {
    const moments: Moment[] = [];
    let before = 0;
    let nextCode = 0;
    const linked = text.replace(citation, (whole: string, ...found: (string | undefined)[]) => {
      const [, bold, bare, name, round] = found;
      const at = Number(found[5]);
      const end = at + whole.length;
      while ((code[nextCode]?.to ?? Number.POSITIVE_INFINITY) <= at) nextCode += 1;
      if ((code[nextCode]?.from ?? Number.POSITIVE_INFINITY) < end) return whole;
      // The first of a range says where to begin.
      const refs = (bold ?? bare ?? round ?? '')
        .split(/\s?(?:[,;]|\se\s)\s?/)
        .flatMap((each) => /s\d+/.exec(each)?.[0] ?? []);
      if (name !== undefined && !refs.some((ref) => isNamed(ref, name))) return whole;
      const claim = claimOf(text, at, end, before);
      before = end;
      const checked = [...new Set(refs)].map((ref) => check(ref, claim));
      moments.push(...checked);
      return checked
        .filter(({ is_verified }) => is_verified)
        .map(({ start_ms }) => ` [${formatTimestamp(start_ms)}](#t=${start_ms / 1_000})`)
        .join('');
    });
    return { text: linked, moments };
  };
}
