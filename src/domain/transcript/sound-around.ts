import type { Word } from './segment.ts';

/** A stretch of sound that the page plays. */
export type Sound = Readonly<{ playFromMs: number; playToMs: number }>;

/** Less could cut the word itself, because an engine does not know its times exactly. */
const leastMs = 250;
const mostMs = 600;

const within = (ms: number) => Math.min(Math.max(ms, leastMs), mostMs);

/** One word more on each side, so that the sound begins with a word. A pause beside the word stays silent. */
export function soundAround(words: readonly Pick<Word, 'start_ms' | 'end_ms'>[], at: number): Sound {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) throw new RangeError(`no word at ${at}`);
  const isNear = (pauseMs: number) => pauseMs <= leastMs;
  const followsWord = before !== undefined && isNear(word.start_ms - before.end_ms);
  const precedesWord = after !== undefined && isNear(after.start_ms - word.end_ms);
  return {
    playFromMs: word.start_ms - within(followsWord ? word.start_ms - before.start_ms : 0),
    playToMs: word.end_ms + within(precedesWord ? after.end_ms - word.end_ms : 0),
  };
}

const wideMs = 1_000;
const widestMs = 4_000;

type Stretch = Readonly<{ fromMs: number; toMs: number }>;

/** Of a passage without doubtful words. */
export const wideSound = ({ fromMs, toMs }: Stretch, aroundMs = wideMs): Sound => ({
  playFromMs: fromMs - aroundMs,
  playToMs: toMs + aroundMs,
});

/** More each time that the person asks for the same passage: a second around its words, then two, then four. */
export function soundAgain({ playFromMs, playToMs, ...stretch }: Stretch & Sound, times: number): Sound {
  if (times === 0) return { playFromMs, playToMs };
  const wide = wideSound(stretch, Math.min(wideMs * 2 ** (times - 1), widestMs));
  return {
    playFromMs: Math.min(playFromMs, wide.playFromMs),
    playToMs: Math.max(playToMs, wide.playToMs),
  };
}
