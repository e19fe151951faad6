import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { plainText } from '../plain-text.ts';
import { articles } from './break-costs.ts';
import { shortWord } from './break-lines.ts';
import { cutSubtitles } from './cut-subtitles.ts';
import {
  breakMark,
  type Cue,
  charactersPerSecond,
  flickerMs,
  gapMs,
  lineLength,
  maxLines,
  maxMs,
  minCueMs,
  minReadableMs,
  silenceMs,
  turnDash,
} from './rules.ts';

const speech = fc.constantFrom(
  ...'o a de que e não um para com uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está também só pelo pela até isso ela entre era depois sem mesmo aos ter seus'.split(
    ' ',
  ),
  ...'Então, turma. Vamos! Certo? energia química, física; laboratório Conceição São Paulo 10 % R$ 4,50 Dr. orçamento — (ata) “assim” aproximadamente responsabilidade… institucionalização'.split(
    ' ',
  ),
);
const oddWord = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    '-->',
    '<b>',
    '{\\an8}',
    '👩‍👩‍👧‍👦'.repeat(9),
    'á'.repeat(43),
    'x'.repeat(400),
    '-',
    '--',
    '\ud800',
    '&',
  ),
);
const word = fc.oneof({ weight: 30, arbitrary: speech }, { weight: 1, arbitrary: oddWord });

type Timing = {
  wordMs: number;
  pauseMs: number;
  words: string[];
  speaker: string | undefined;
  timed: boolean;
};

const timing = (wordMs: fc.Arbitrary<number>): fc.Arbitrary<Timing> =>
  fc.record({
    wordMs,
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 9_000 })),
    words: fc.array(word, { minLength: 0, maxLength: 40 }),
    speaker: fc.constantFrom(undefined, undefined, 'A', 'B'),
    timed: fc.boolean(),
  });

/** Places the timings one after the other, as engines do. */
function inTurn(timings: readonly Timing[]): StoredSegment[] {
  let atMs = 0;
  return timings.map(({ wordMs, pauseMs, words: texts, speaker, timed }, id) => {
    const start_ms = atMs;
    const words = texts.map((text) => {
      const from = atMs;
      atMs += wordMs;
      return { start_ms: from, end_ms: atMs, text };
    });
    const end_ms = atMs;
    atMs += pauseMs;
    return {
      id,
      start_ms,
      end_ms,
      text: texts.join(' '),
      ...(speaker !== undefined && { speaker }),
      ...(timed && { words }),
    };
  });
}

const spoken = fc.array(timing(fc.integer({ min: 150, max: 900 })), { maxLength: 12 }).map(inTurn);
const anySpeed = fc
  .array(timing(fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 20_000 }))), {
    maxLength: 12,
  })
  .map(inTurn);
/** The output of a broken engine: times that go back, end before they begin, or are all equal. */
const muddled = fc.array(
  fc.record({
    id: fc.nat(),
    start_ms: fc.nat(100_000),
    end_ms: fc.nat(100_000),
    text: fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
    speaker: fc.constantFrom('A', 'B'),
    words: fc.array(fc.record({ start_ms: fc.nat(100_000), end_ms: fc.nat(100_000), text: word }), {
      maxLength: 30,
    }),
  }),
  { maxLength: 8 },
);
const any = fc.oneof(spoken, anySpeed, muddled);

const cut = (segments: readonly StoredSegment[], recordingMs = 0) =>
  cutSubtitles(segments, { recordingMs, dashes: true });

const wordsIn = (segments: readonly StoredSegment[]) =>
  segments.flatMap(({ text }) => plainText(text).split(' ')).filter((text) => text !== '');

function wordsOut(cues: readonly Cue[]): string[] {
  const words: string[] = [];
  let part = '';
  for (const { pieces } of cues)
    for (const { text, continues } of pieces) {
      part += text;
      if (continues) continue;
      words.push(part);
      part = '';
    }
  return words;
}

/** The words as the screen shows them. */
const shownWords = (cues: readonly Cue[], hasDashes: boolean) =>
  cues.flatMap(({ lines, opensTurn }) => {
    const shown = lines.join(' ');
    return (hasDashes && opensTurn ? shown.slice(turnDash.length) : shown).split(' ');
  });

const lengthOf = ({ lines }: Cue) => lines.join(' ').length;
const durationOf = ({ startMs, endMs }: Cue) => endMs - startMs;

function holds<Value>(arbitrary: fc.Arbitrary<Value>, predicate: (value: Value) => void) {
  fc.assert(
    fc.property(arbitrary, (value) => predicate(value)),
    { numRuns: 300 },
  );
}

test('the cutter loses, repeats and moves no word', () => {
  holds(any, (segments) => {
    expect(wordsOut(cut(segments))).toEqual(wordsIn(segments));
  });
});

test('the cues show the spoken words, if no word is longer than a line', () => {
  const short = any.filter((segments) => wordsIn(segments).every(({ length }) => length <= 40));
  holds(short, (segments) => {
    const cues = cut(segments);
    const hasDashes = new Set(cues.map(({ speaker }) => speaker)).size > 1;
    expect(shownWords(cues, hasDashes)).toEqual(wordsIn(segments));
  });
});

test('cue times rise and never overlap', () => {
  holds(any, (segments) => {
    let lastMs = 0;
    for (const { startMs, endMs } of cut(segments)) {
      expect(startMs).toBeGreaterThanOrEqual(lastMs);
      expect(endMs).toBeGreaterThanOrEqual(startMs + minCueMs);
      expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true);
      lastMs = endMs;
    }
  });
});

test('a cue has one or two lines of at most 42 characters', () => {
  holds(any, (segments) => {
    for (const { lines } of cut(segments)) {
      expect(lines.length).toBeLessThanOrEqual(maxLines);
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(lineLength);
        expect(line.trim()).toBe(line);
        expect(line).not.toBe('');
      }
    }
  });
});

test('a cue lasts at most seven seconds', () => {
  holds(any, (segments) => {
    for (const cue of cut(segments)) expect(durationOf(cue)).toBeLessThanOrEqual(maxMs);
  });
});

test('a cue is too fast or too short only if the next one leaves it no room', () => {
  holds(any, (segments) => {
    const cues = cut(segments, 10_000_000);
    for (const [at, cue] of cues.entries()) {
      const nextMs = cues[at + 1]?.startMs ?? Number.POSITIVE_INFINITY;
      const hasRoom = cue.endMs < nextMs - gapMs;
      if (!hasRoom) continue;
      expect((lengthOf(cue) * 1_000) / durationOf(cue)).toBeLessThanOrEqual(charactersPerSecond);
      expect(durationOf(cue)).toBeGreaterThanOrEqual(minReadableMs);
    }
  });
});

test('two frames separate cues unless a cue would last under a second, and no gap flickers', () => {
  holds(any, (segments) => {
    const cues = cut(segments);
    for (const [at, cue] of cues.slice(0, -1).entries()) {
      const holeMs = (cues[at + 1]?.startMs ?? 0) - cue.endMs;
      if (holeMs < gapMs) expect(durationOf(cue)).toBeLessThanOrEqual(minReadableMs);
      if (holeMs > gapMs && holeMs < flickerMs) expect(durationOf(cue)).toBe(maxMs);
    }
  });
});

test('a cue begins with its first word and spans no silence', () => {
  holds(spoken, (segments) => {
    const cues = cut(segments);
    for (const [at, { startMs, pieces }] of cues.entries()) {
      const before = cues[at - 1];
      const isPushed = before !== undefined && durationOf(before) === minCueMs;
      if (!isPushed) expect(startMs).toBe(pieces[0]?.startMs);
      for (const [last, piece] of pieces.slice(1).entries())
        expect(piece.startMs - (pieces[last]?.endMs ?? 0)).toBeLessThanOrEqual(silenceMs);
    }
  });
});

test('each voice begins its own cue, with a dash if the recording has several voices', () => {
  holds(any, (segments) => {
    const cues = cut(segments);
    const hasVoices = new Set(cues.map(({ speaker }) => speaker)).size > 1;
    for (const [at, cue] of cues.entries()) {
      expect(cue.opensTurn).toBe(at === 0 || cues[at - 1]?.speaker !== cue.speaker);
      if (hasVoices && cue.opensTurn) expect(cue.lines[0]?.startsWith(turnDash)).toBe(true);
    }
  });
});

test('no article ends a line and no short word has its own line, if another break is possible', () => {
  const isIll = (above: readonly string[], below: readonly string[]) =>
    articles.has(above.at(-1)?.toLowerCase() ?? '') ||
    [above, below].some((line) => line.length === 1 && (line[0]?.length ?? 0) <= shortWord);
  holds(spoken, (segments) => {
    for (const { lines, pieces } of cutSubtitles(segments, { recordingMs: 0, dashes: false })) {
      const [above, below] = lines.map((line) => line.split(' '));
      if (above === undefined || below === undefined || pieces.some(({ continues }) => continues)) continue;
      if (!isIll(above, below)) continue;
      const words = pieces.map(({ text }) => text);
      for (let at = 1; at < words.length; at += 1) {
        const other = [words.slice(0, at), words.slice(at)] as const;
        const fits = other.every((line) => line.join(' ').length <= lineLength);
        expect(fits && !isIll(...other)).toBe(false);
      }
    }
  });
});

test('a word longer than a line is broken at a visible place', () => {
  const url = `https://exemplo.com.br/${'caminho/'.repeat(12)}fim`;
  const cues = cut([{ id: 0, start_ms: 0, end_ms: 6_000, text: `Veja em ${url} agora` }]);
  const lines = cues.flatMap((cue) => cue.lines);
  expect(lines.filter((line) => line.endsWith(breakMark)).length).toBeGreaterThan(1);
  expect(lines.join(' ').replaceAll(`${breakMark} `, '')).toBe(`Veja em ${url} agora`);
});
