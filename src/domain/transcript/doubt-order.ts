import type { StoredSegment } from './segment.ts';
import { type Sound, wideSound } from './sound-around.ts';
import { likelyAbove, type RiskyWord, riskyWords, type TextFacts } from './word-risk.ts';

/** Which passages to hear: those with a likely mistake or a warning, or after these also those with a possible one. */
export type DoubtLevel = 'likely' | 'possible';

/** A passage to hear. */
export type Doubt = Readonly<{
  id: number;
  /** The worst word, or the whole text of a passage that has only a warning. */
  word: RiskyWord;
  /** All doubtful words. Empty in a passage that has only a warning. */
  words: readonly RiskyWord[];
  /** False for a passage that has only a warning. */
  hasWord: boolean;
  /** Equal words are heard one after another. */
  key: string;
  level: DoubtLevel;
  /** The passage has no doubt beside the word and its repetitions. */
  isOnly: boolean;
  /** The wrong words that a second of listening is likely to find. */
  worth: number;
  /** From the first to the last of the words, or the whole of a passage with a warning. */
  fromMs: number;
  toMs: number;
}> &
  Sound;

/** How much of a passage has passed before it can be confirmed. At least 1: a passage of no length was heard too. */
export function playedMs(
  { playFromMs, toMs }: Pick<Doubt, 'playFromMs' | 'toMs'>,
  { start_ms, end_ms }: StoredSegment,
): number {
  const [from, to] = [Math.max(playFromMs, start_ms), Math.min(toMs, end_ms)];
  return Math.max(1, Math.round(to - from));
}

/** Sound this short would have passed before it plays. Engines give some words no length. */
const shortMs = 100;

/** A warning says that the passage is wrong as a whole, so the whole has to be heard. */
const warnedRisk = 0.75;

const isLikely = ({ risk }: RiskyWord) => risk > likelyAbove;

function doubtOf(segment: StoredSegment, risky: readonly RiskyWord[]): Doubt | undefined {
  const { id, text, warning, start_ms, end_ms } = segment;
  if (risky.length === 0 && warning === undefined) return undefined;
  const likely = risky.filter(isLikely);
  const level = likely.length > 0 || warning !== undefined ? 'likely' : 'possible';
  // The possible mistakes of a passage with a likely one would make it longer.
  const words = level === 'likely' ? likely : risky;
  const worst = words.toSorted((one, other) => other.risk - one.risk)[0];
  const whole = {
    id,
    start: 0,
    end: text.length,
    startMs: start_ms,
    endMs: end_ms,
    sound: wideSound({ fromMs: start_ms, toMs: end_ms }),
    key: `${id}`,
    risk: warnedRisk,
    reasons: [],
  };
  const word = worst ?? whole;
  const toHear = worst === undefined || warning !== undefined ? [whole] : words;
  const fromMs = Math.min(...toHear.map(({ startMs }) => startMs));
  const toMs = Math.max(...toHear.map(({ endMs }) => endMs));
  const playFromMs = Math.min(...toHear.map(({ sound }) => sound.playFromMs));
  const playToMs = Math.max(...toHear.map(({ sound }) => sound.playToMs));
  const wrong = words.reduce((sum, { risk }) => sum + risk, 0);
  const warned = warning === undefined ? 0 : warnedRisk * (segment.words?.length ?? 1);
  return {
    id,
    word,
    words,
    hasWord: worst !== undefined,
    key: word.key,
    level,
    isOnly: warning === undefined && words.every(({ key }) => key === word.key),
    worth: (Math.max(wrong, warned) * 1_000) / (playToMs - playFromMs),
    ...(toMs - fromMs < shortMs ? { fromMs: Math.max(0, playFromMs), toMs: playToMs } : { fromMs, toMs }),
    playFromMs,
    playToMs,
  };
}

const wordsAt = (segments: readonly StoredSegment[], at: number, facts: TextFacts) => {
  const segment = segments[at];
  const startsTurn = at > 0 && segment?.speaker !== segments[at - 1]?.speaker;
  return segment === undefined ? [] : riskyWords(segment, facts, startsTurn);
};

type Text = Readonly<{ segments: readonly StoredSegment[]; facts: TextFacts; level: DoubtLevel }>;

/** The most mistakes in the least time first, with equal words together, in the order of the text. */
export function orderDoubts(
  { segments, facts, level }: Text,
  isChecked: (segment: StoredSegment) => boolean,
): Doubt[] {
  const groups = new Map<string, Doubt[]>();
  for (const [at, segment] of segments.entries()) {
    const doubt = isChecked(segment) ? undefined : doubtOf(segment, wordsAt(segments, at, facts));
    if (doubt === undefined || (level === 'likely' && doubt.level === 'possible')) continue;
    const name = `${doubt.level} ${doubt.key}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [doubt]);
    else group.push(doubt);
  }
  const worthOf = (group: readonly Doubt[]) => Math.max(...group.map(({ worth }) => worth));
  const levelOf = ([first]: readonly Doubt[]) => (first?.level === 'likely' ? 0 : 1);
  return [...groups.values()]
    .sort((one, other) => levelOf(one) - levelOf(other) || worthOf(other) - worthOf(one))
    .flat();
}

/** Replaces a word, and keeps the punctuation and the capital of each place. */
function withWord(text: string, { start, end }: RiskyWord, core: string): string {
  const word = text.slice(start, end);
  const [, before = '', old = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(word) ?? [];
  const isCapital = /^\p{Lu}/u.test(old) && /^\p{Ll}/u.test(core);
  const put = isCapital ? core.charAt(0).toLocaleUpperCase('pt-BR') + core.slice(1) : core;
  return `${text.slice(0, start)}${before}${put}${after}${text.slice(end)}`;
}

type Replacement = Readonly<{ key: string; core: string; ids: ReadonlySet<number> }>;

/** The texts of these passages after the doubtful words that equal `key` became `core`. */
export function replaceEqual({ segments, facts, level }: Text, { key, core, ids }: Replacement) {
  return segments.flatMap(({ id, text }, at) => {
    if (!ids.has(id)) return [];
    const equal = wordsAt(segments, at, facts).filter(
      (word) => word.key === key && (level === 'possible' || isLikely(word)),
    );
    // From the end, so that the places before stay valid.
    const after = equal.reduceRight((changed, word) => withWord(changed, word, core), text);
    return after === text ? [] : [{ id, after }];
  });
}
