/**
 * Measures how many wrong words the review finds for the time that a person listens. Three texts have planted mistakes;
 * the confidences are drawn (bench/set-up/planted-hearing.ts). The reference hears the words in the order of their
 * confidence alone. Writes the curve to docs/pictures/doubt-order.svg.
 *
 *   node bench/doubt-order.ts [--seeds 100] [--tiny]
 */
import { writeFile } from 'node:fs/promises';
import pino from 'pino';
import { type Doubt, orderDoubts } from '#domain/transcript/doubt-order.ts';
import type { Word } from '#domain/transcript/segment.ts';
import { type Sound, soundAround } from '#domain/transcript/sound-around.ts';
import { withoutSigns, wordKey } from '#domain/transcript/word-key.ts';
import { textFacts } from '#domain/transcript/word-risk.ts';
import { openDictionary } from '#server/adapters/dictionary/dictionary.ts';
import { asTable, isTiny, readSizes, report, summarise } from './harness.ts';
import { drawCurves } from './set-up/draw-curves.ts';
import {
  confidenceQuality,
  type Hearing,
  hear,
  type PlantedEngine,
  readPlanted,
} from './set-up/planted-hearing.ts';

const { seeds } = readSizes({ full: { seeds: 100 }, tiny: { seeds: 1 } });
const names = ['aula', 'audiencia', 'podcast'];
const steps = 50;
const goalStep = steps / 5;

/** Something to hear. Its decision holds for all words with the same key. */
type Item = Sound & Readonly<{ key?: string }>;

const allLines = await Promise.all(names.map(readPlanted));
const dictionary = openDictionary({ log: pino({ level: 'silent' }) });
const everyWord = allLines
  .flat()
  .flatMap(({ pieces }) => pieces.flatMap(({ said, heard }) => [...said.split(' '), ...heard.split(' ')]));
const unknown = new Set(await dictionary.findUnknown([...new Set(everyWord.map(withoutSigns))]));
await dictionary.close();
const isUnknown = (word: string) =>
  /\p{L}/u.test(word) && !/\p{N}/u.test(word) && unknown.has(withoutSigns(word));

/** The share of the mistakes found after each share of the time. */
function curve({ mistakes, durationMs }: Hearing, items: readonly Item[]): number[] {
  const heardMs = new Uint8Array(Math.ceil(durationMs / 10));
  const sameKey = new Set<string>();
  const found: number[] = [];
  let heard = 0;
  const isHeard = ({ start_ms, end_ms }: Word) =>
    heardMs.subarray(Math.ceil(start_ms / 10), Math.floor(end_ms / 10)).every((each) => each === 1);
  const wrongWords = mistakes.flatMap(({ words }) => words);
  const isFound = () =>
    mistakes.filter(({ words }) => words.some((word) => isHeard(word) || sameKey.has(wordKey(word.text))))
      .length / mistakes.length;
  for (const { playFromMs, playToMs, key } of items) {
    const before = isFound();
    const to = Math.min(durationMs, playToMs) / 10;
    for (let at = Math.floor(Math.max(0, playFromMs) / 10); at < to; at += 1) {
      heard += heardMs[at] === 1 ? 0 : 1;
      heardMs[at] = 1;
    }
    // A right word gives no reason to correct the equal ones.
    if (key !== undefined && wrongWords.some((word) => wordKey(word.text) === key && isHeard(word)))
      sameKey.add(key);
    // A passage counts only when it has been heard to its end.
    while (found.length <= steps && (found.length / steps) * heardMs.length < heard) found.push(before);
  }
  while (found.length <= steps) found.push(isFound());
  return found;
}

/** How much of the time up to the goal plays words that are all right. */
function shareAtRightWords({ mistakes, durationMs }: Hearing, doubts: readonly Doubt[]): number {
  const wrongAt = new Set(mistakes.flatMap(({ words }) => words.map(({ start_ms }) => start_ms)));
  let [played, atRight] = [0, 0];
  for (const { words, playFromMs, playToMs } of doubts) {
    const stop = playToMs - playFromMs;
    if (played + stop > (durationMs * goalStep) / steps) break;
    played += stop;
    if (!words.some(({ startMs }) => wrongAt.has(startMs))) atRight += stop;
  }
  return atRight / played;
}

type Orders = Readonly<{ score: readonly Doubt[]; confidence: readonly Item[]; ideal: readonly Item[] }>;

const ordersOf = (hearing: Hearing): Orders => {
  const unfamiliar = [
    ...new Set(
      hearing.segments.flatMap(({ words = [] }) =>
        words
          .map(({ text }) => text)
          .filter(isUnknown)
          .map(wordKey),
      ),
    ),
  ];
  const words = hearing.segments.flatMap(({ words: all = [] }) =>
    all.map((word, at) => ({ word, ...soundAround(all, at) })),
  );
  return {
    score: orderDoubts(
      { segments: hearing.segments, facts: textFacts(hearing.segments, unfamiliar), level: 'possible' },
      () => false,
    ),
    confidence: words.toSorted(
      ({ word: one }, { word: other }) => (one.confidence ?? 1) - (other.confidence ?? 1),
    ),
    ideal: hearing.mistakes.flatMap(({ words: [first] }) => words.filter(({ word }) => word === first)),
  };
};

function run(engine: Omit<PlantedEngine, 'seed'>) {
  const curves = { score: [] as number[][], confidence: [] as number[][], ideal: [] as number[][] };
  const quality: number[] = [];
  const mistakesInHundred: number[] = [];
  const atRightWords: number[] = [];
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const lines of allLines) {
      const hearing = hear(lines, { ...engine, seed }, isUnknown);
      quality.push(confidenceQuality(hearing));
      const wordCount = hearing.segments.flatMap(({ words = [] }) => words).length;
      mistakesInHundred.push((100 * hearing.mistakes.length) / wordCount);
      const orders = ordersOf(hearing);
      atRightWords.push(shareAtRightWords(hearing, orders.score));
      for (const [order, items] of Object.entries(orders))
        curves[order as keyof typeof curves].push(curve(hearing, items));
    }
  return {
    curves,
    quality: summarise(quality),
    mistakesInHundred: summarise(mistakesInHundred),
    atRightWords: summarise(atRightWords),
  };
}

const mean = (curves: readonly number[][]) =>
  Array.from(
    { length: steps + 1 },
    (_, at) => curves.reduce((sum, each) => sum + (each[at] ?? 0), 0) / curves.length,
  );
const atGoal = (curves: readonly number[][]) => summarise(curves.map((each) => 100 * (each[goalStep] ?? 0)));

const engines = [1, 0.5].flatMap((mistakeShare) =>
  [0.8, 1, 1.2].map((separation) => ({ mistakeShare, separation })),
);
const results = engines.map((engine) => ({ engine, ...run(engine) }));
const percent = (value: number) => `${Math.round(value)} %`;
/** The list of doubts may end before. */
function timeTo(share: number, curves: readonly number[][]): string {
  const step = mean(curves).findIndex((found) => found >= share);
  return step === -1 ? 'never' : percent((100 * step) / steps);
}
const rows = results.map(({ curves, quality, mistakesInHundred, atRightWords }) => [
  mistakesInHundred.median.toFixed(1),
  quality.median.toFixed(2),
  ...[curves.score, curves.confidence, curves.ideal].map((each) =>
    percent(100 * (mean(each)[goalStep] ?? 0)),
  ),
  timeTo(0.8, curves.score),
  timeTo(0.8, curves.confidence),
  percent(100 * atRightWords.median),
]);
console.log(
  asTable(
    [
      'mistakes in 100 words',
      'quality of confidence',
      'score',
      'confidence alone',
      'ideal',
      'time to 80 %',
      'the same by confidence',
      'time at right words',
    ],
    rows,
  ),
);

const main = results.find(({ engine }) => engine.mistakeShare === 1 && engine.separation === 1);
if (main === undefined) throw new Error('the engine of the figures is missing');
const { score, confidence, ideal } = main.curves;
if (!isTiny)
  await writeFile(
    new URL('../docs/pictures/doubt-order.svg', import.meta.url),
    drawCurves({
      title: 'Wrong words found, by the time heard',
      lines: [
        { label: 'knows the mistakes', values: mean(ideal), style: 'thin' },
        { label: 'score of a doubt', values: mean(score), style: 'bold' },
        { label: 'confidence alone', values: mean(confidence), style: 'dashed' },
      ],
      goal: { x: 0.2, y: 0.8 },
    }),
  );

await report('doubt-order.ts', [
  {
    what: 'wrong words found in 20 % of the time',
    unit: '%',
    ours: atGoal(score),
    reference: { what: 'by confidence alone', figures: atGoal(confidence) },
    goal: { atLeast: 80 },
    isKey: true,
  },
]);
