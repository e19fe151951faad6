import type { StoredSegment } from '#domain/transcript/segment.ts';
import type { Stretch } from '#domain/voices/cluster-embeddings.ts';
import { groupWords } from '#server/adapters/speech/group-words.ts';
import { seededRandom } from './seeded-random.ts';

type Random = () => number;

/** A normal random number (Box and Muller). */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function randomDirection(random: Random, size: number): Float32Array {
  const vector = Float32Array.from({ length: size }, () => normal(random));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const sum = (one: Float32Array, other: Float32Array, share: number) =>
  one.map((value, at) => value + share * (other[at] ?? 0));

/** Makes voices that have something in common, and embeddings around them. A shorter stretch has more noise. */
export function madeVoices({ voices, seed, size = 64 }: { voices: number; seed: number; size?: number }) {
  const random = seededRandom(seed);
  const common = randomDirection(random, size);
  const centres = Array.from({ length: voices }, () => sum(randomDirection(random, size), common, 0.5));
  return (voice: number, startMs: number, endMs: number): Stretch => {
    const noise = 0.9 * Math.sqrt(2_000 / (endMs - startMs));
    return { startMs, endMs, vector: sum(centres[voice] ?? common, randomDirection(random, size), noise) };
  };
}

type SaidWord = Parameters<typeof groupWords>[0][number] & { voice: number };

/** Every fourth turn is a short answer. An engine hears the end of most sentences, but not of all. */
function sayTurn(random: Random, voice: number, fromMs: number): SaidWord[] {
  const count = random() < 0.25 ? 2 + Math.floor(3 * random()) : 8 + Math.floor(25 * random());
  let ms = fromMs;
  return Array.from({ length: count }, (_, at) => {
    ms += at > 0 && random() < 0.1 ? 250 + Math.floor(600 * random()) : 0;
    const startMs = ms;
    ms += 200 + Math.floor(250 * random());
    const mark = random() < (at === count - 1 ? 0.75 : 0.08) ? '.' : '';
    const text = `p${Math.floor(900 * random())}${mark}`;
    return { startMs, endMs: ms, text, confidence: random(), voice };
  });
}

const storedOf = (words: readonly SaidWord[]): StoredSegment[] =>
  groupWords(words.map(({ voice: _, ...word }) => word)).map(({ startMs, endMs, text, words: own }, id) => ({
    id,
    start_ms: startMs,
    end_ms: endMs,
    text,
    words: own?.map(({ startMs: start_ms, endMs: end_ms, ...word }) => ({ start_ms, end_ms, ...word })),
  }));

const maxStretchMs = 8_000;

type Dialogue = { voices: number; seed: number; turns?: number };

/**
 * Makes a conversation with the voice of each word. Its segments are those of an engine that knows nothing of voices.
 * Its stretches reach beyond their words, so many of them overlap.
 */
export function madeDialogue({ voices, seed, turns = 120 }: Dialogue) {
  const random = seededRandom(seed);
  const stretchOf = madeVoices({ voices, seed: seed + 1 });
  const words: SaidWord[] = [];
  const stretches: Stretch[] = [];
  let voice = 0;
  let ms = 500;
  for (let turn = 0; turn < turns; turn += 1) {
    const said = sayTurn(random, voice, ms);
    words.push(...said);
    const saidMs = said.at(-1)?.endMs ?? ms;
    const endMs = saidMs + Math.floor(250 * random());
    for (let startMs = ms - Math.floor(250 * random()); startMs < endMs; startMs += maxStretchMs)
      stretches.push(stretchOf(voice, startMs, Math.min(startMs + maxStretchMs, endMs)));
    ms = saidMs + Math.floor(700 * random());
    // First all voices in order, and then any other one.
    voice =
      turn + 1 < voices ? turn + 1 : (voice + 1 + Math.floor((voices - 1) * random())) % Math.max(voices, 1);
  }
  return {
    segments: storedOf(words),
    stretches: stretches.toSorted((one, other) => one.startMs - other.startMs),
    voices: words.map((word) => word.voice),
  };
}
