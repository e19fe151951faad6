import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentsOfWhisper } from './whisper-segments.ts';

const stepMs = 100;

/** Cuts the bytes of a text as a vocabulary of bytes does, and reads each part as the library does. */
function heard(text: string, cuts: readonly number[], language = 'pt') {
  const bytes = Buffer.from(text);
  const borders = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
    (a, b) => a - b,
  );
  const segments = borders.slice(1).map((end, at) => ({
    text: bytes.subarray(borders[at], end).toString(),
    t0: at * stepMs,
    t1: (at + 1) * stepMs,
  }));
  return { result: text, segments, language, isAborted: false };
}

const noLimit = { maxMs: 60_000, temperature: 0 };

test('pieces become words, and a character that two or three pieces share is whole', () => {
  const [segment] = segmentsOfWhisper(
    heard(' cora\u{e7}\u{e3}o, \u{20ac}5', [2, 6, 8, 10, 11, 13, 14]),
    noLimit,
  );
  expect(segment?.text).toBe('coração, €5');
  expect(segment?.words).toEqual([
    { text: 'coração,', startMs: 0, endMs: 500 },
    { text: '€5', startMs: 500, endMs: 800 },
  ]);
});

test('a word is as sure as its least sure piece, also where two pieces share a character', () => {
  const { segments, ...rest } = heard(' cora\u{e7}\u{e3}o, bem de', [6, 11, 15]);
  const answered = (probabilities: readonly number[]) => {
    const sure = segments.map((each, at) => ({ ...each, probability: probabilities[at] ?? 0 }));
    const [segment] = segmentsOfWhisper({ ...rest, segments: sure }, noLimit);
    return segment?.words?.map(({ text, confidence }) => [text, confidence]);
  };
  expect(answered([0.9, 0.4, Number.NaN, 1.5])).toEqual([
    ['coração,', 0.4],
    ['bem', 0],
    ['de', 1],
  ]);
  expect(answered([0.3, 0.4, 0.5, 0.6])?.[0]).toEqual(['coração,', 0.3]);
});

test('a temperature above 0 is taken out of the confidence again, from the odds', () => {
  const { segments, ...rest } = heard(' um dois nove cem', [3, 8, 13]);
  const modelSays = [0.5, 0.8, 1, 0];
  const [temperature, rivals] = [0.4, (each: number) => 1 - each];
  const hotter = (each: number) => each ** (1 / temperature);
  const reported = modelSays.map((each) => hotter(each) / (hotter(each) + hotter(rivals(each))));
  expect(reported[1]).toBeCloseTo(0.97, 3);
  const sure = segments.map((each, at) => ({ ...each, probability: reported[at] ?? 0 }));
  const confidences = (at: number) =>
    segmentsOfWhisper({ ...rest, segments: sure }, { ...noLimit, temperature: at }).flatMap(
      ({ words = [] }) => words.map(({ confidence }) => confidence),
    );
  expect(confidences(temperature)).toEqual(modelSays.map((each) => expect.closeTo(each, 6)));
  expect(confidences(0)).toEqual(reported);
});

test('a word behind the end of the chunk has no confidence, and does not count in its segment', () => {
  const { segments, ...rest } = heard(' um dois nove cem', [3, 8, 13]);
  const sure = segments.map((each, at) => ({ ...each, probability: at < 2 ? 0.9 : 0.2 }));
  const [segment] = segmentsOfWhisper({ ...rest, segments: sure }, { maxMs: 200, temperature: 0 });
  expect(segment).toEqual({
    startMs: 0,
    endMs: 200,
    text: 'um dois nove cem',
    confidence: expect.closeTo(0.9),
    words: [
      { text: 'um', startMs: 0, endMs: 100, confidence: 0.9 },
      { text: 'dois', startMs: 100, endMs: 200, confidence: 0.9 },
      { text: 'nove', startMs: 200, endMs: 200 },
      { text: 'cem', startMs: 200, endMs: 200 },
    ],
  });
});

test('letters behind the end of the chunk do not count in the confidence of their segment', () => {
  const { segments, ...rest } = heard('\u{4f60}\u{597d}', [3], 'zh');
  const sure = segments.map((each, at) => ({ ...each, probability: [0.5, 1][at] ?? 0 }));
  const [segment] = segmentsOfWhisper({ ...rest, segments: sure }, { maxMs: 100, temperature: 0 });
  expect(segment).toMatchObject({ text: '你好', confidence: 0.5 });
});

test('sentences and pauses become segments', () => {
  const { segments, ...rest } = heard(' Bom dia. Tudo bem', [4, 9, 14]);
  const late = segments.map((each, at) => (at < 3 ? each : { ...each, t0: 2_000, t1: 2_300 }));
  const found = segmentsOfWhisper({ ...rest, segments: late }, noLimit);
  expect(found.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
    ['Bom dia.', 0, 200],
    ['Tudo', 200, 300],
    ['bem', 2_000, 2_300],
  ]);
});

test('a script without spaces gets sentences without words', () => {
  const found = segmentsOfWhisper(
    heard('\u{4f60}\u{597d}\u{3002}\u{518d}\u{89c1}', [1, 3, 6, 9, 12], 'zh'),
    noLimit,
  );
  expect(found).toEqual([
    { startMs: 0, endMs: 400, text: '你好。' },
    { startMs: 400, endMs: 600, text: '再见' },
  ]);
  const { segments, ...rest } = heard('\u{4f60}\u{597d}', [3], 'zh');
  const sure = segments.map((each, at) => ({ ...each, probability: [0.5, 1][at] ?? 0 }));
  const [segment] = segmentsOfWhisper({ ...rest, segments: sure }, noLimit);
  expect(segment).toEqual({ startMs: 0, endMs: 200, text: '你好', confidence: 0.75 });
});

test('a text that its pieces do not spell stays as one segment', () => {
  const answer = heard(' Bom dia', [4]);
  const found = segmentsOfWhisper({ ...answer, result: ' Boa tarde' }, noLimit);
  expect(found).toEqual([{ startMs: 0, endMs: 200, text: 'Boa tarde' }]);
});

test('no answer and no sound become no segment', () => {
  expect(segmentsOfWhisper(heard('', []), noLimit)).toEqual([]);
  expect(segmentsOfWhisper(heard('  ', [1]), noLimit)).toEqual([]);
});

test('all letters stay, and times never go back or leave the chunk, wherever the pieces are cut', () => {
  const letters = fc.constantFrom('a', 'ção', ' ', ' é', '.', '€', '😀', '你', '\u{fffd}');
  const texts = fc.array(letters, { maxLength: 20 }).map((each) => each.join(''));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(60)), fc.nat(1_500), (text, cuts, maxMs) => {
      const found = segmentsOfWhisper(heard(text, cuts), { maxMs, temperature: 0 });
      const letterOf = (each: string) => each.replaceAll(/\s/gu, '');
      expect(letterOf(found.map((each) => each.text).join(''))).toBe(letterOf(text));
      let beforeMs = 0;
      for (const { startMs, endMs } of found.flatMap(({ words = [] }) => words)) {
        expect(startMs).toBeGreaterThanOrEqual(beforeMs);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(endMs).toBeLessThanOrEqual(maxMs);
        beforeMs = startMs;
      }
    }),
  );
});
