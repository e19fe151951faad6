import { readFile } from 'node:fs/promises';
import type { StoredSegment, Word } from '#domain/transcript/segment.ts';
import { wordKey } from '#domain/transcript/word-key.ts';
import { seededRandom } from '#tests/helpers/seeded-random.ts';

/** A place where the engine wrote something else than the person said. */
export type Mistake = Readonly<{ segmentId: number; words: readonly Word[] }>;
export type Hearing = Readonly<{ segments: StoredSegment[]; mistakes: Mistake[]; durationMs: number }>;

export type PlantedEngine = Readonly<{
  seed: number;
  /** Which share of the planted mistakes the engine makes. */
  mistakeShare: number;
  /** The distance between the confidence of right and of wrong words. 1 is the engine of the figures. */
  separation: number;
}>;

type Piece = Readonly<{ said: string; heard: string }>;
type Line = Readonly<{ voice: string; pieces: readonly Piece[] }>;

export async function readPlanted(name: string): Promise<Line[]> {
  const text = await readFile(new URL(`../planted/${name}.txt`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => ({
      voice: line.slice(0, 1),
      pieces: [...line.slice(3).matchAll(/\[([^|\]]*)\|([^\]]*)\](\S*)|\S+/g)].map(
        ([whole, said = whole, heard = whole, after = '']) => ({ said: said + after, heard: heard + after }),
      ),
    }));
}

const commonWords = new Set(
  'a o as os e é de do da dos das em no na nos nas um uma que se por para com mas ou ao aos à eu ele ela eles você foi não já mais como a gente muito'.split(
    ' ',
  ),
);

/**
 * Log-odds of the confidence, as mean. Right names and figures get less confidence than right common words, and wrong
 * words that exist get more than wrong words that do not. The figures are assumptions: no real model runs here.
 */
const right = { common: 3.8, name: 2.2, figure: 2.8, unknown: 1.6, other: 3.2 };
const wrong = { common: 1.2, name: 0.3, figure: 1.2, unknown: -0.2, other: 0.8 };
const deviation = { right: 1.2, wrong: 1.1 };
const middle = 2;

type Kind = keyof typeof right;

function kindOf(word: string, at: number, isUnknown: (word: string) => boolean): Kind {
  const key = wordKey(word);
  if (/\p{N}/u.test(key)) return 'figure';
  if (commonWords.has(key)) return 'common';
  if (isUnknown(word)) return 'unknown';
  return at > 0 && /^\p{Lu}/u.test(word) ? 'name' : 'other';
}

/** A normal distribution by the Box-Muller transform. */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The text that the engine writes, with its times and confidences. */
export function hear(
  lines: readonly Line[],
  { seed, mistakeShare, separation }: PlantedEngine,
  isUnknown: (word: string) => boolean,
): Hearing {
  const random = seededRandom(seed);
  const mistakes: Mistake[] = [];
  let atMs = 0;
  const segments = lines.map(({ voice, pieces }, id): StoredSegment => {
    const start_ms = atMs;
    const words = pieces.flatMap(({ said, heard }, at) => {
      const isWrong = said !== heard && random() < mistakeShare;
      const written = (isWrong ? heard : said).split(' ').map((text): Word => {
        const kind = kindOf(text, at, isUnknown);
        const mean = middle + separation * ((isWrong ? wrong : right)[kind] - middle);
        const logOdds = mean + (isWrong ? deviation.wrong : deviation.right) * normal(random);
        const startMs = atMs;
        atMs += 100 + 60 * wordKey(text).length;
        return { text, start_ms: startMs, end_ms: atMs, confidence: 1 / (1 + Math.exp(-logOdds)) };
      });
      if (isWrong) mistakes.push({ segmentId: id, words: written });
      return written;
    });
    const end_ms = atMs;
    atMs += 400;
    return { id, start_ms, end_ms, text: words.map(({ text }) => text).join(' '), speaker: voice, words };
  });
  return { segments, mistakes, durationMs: atMs };
}

/** How often a wrong word has less confidence than a right one: 0.5 for a blind engine, 1 for a perfect one. */
export function confidenceQuality({ segments, mistakes }: Hearing): number {
  const wrongWords = new Set(mistakes.flatMap(({ words }) => words));
  const all = segments.flatMap(({ words = [] }) => words);
  const rightWords = all.filter((word) => !wrongWords.has(word));
  const lower = [...wrongWords].map(
    (word) => rightWords.filter(({ confidence = 1 }) => confidence > (word.confidence ?? 1)).length,
  );
  return lower.reduce((sum, count) => sum + count, 0) / (wrongWords.size * rightWords.length);
}
