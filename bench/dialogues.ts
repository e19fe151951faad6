/**
 * Measures how many words get the right voice in dialogues of two, three and four voices of espeak-ng, with short answers
 * and overlaps. The search does not know the number of voices. The benchmark also measures time and memory for an hour of
 * sound. The stand-in models know only pitch, so the figures say nothing about people. SPEAKER_MODELS may name a folder
 * with other models. Needs espeak-ng and ffmpeg in the PATH.
 *
 *   node bench/dialogues.ts [--seeds 30] [--minutes 5] [--runs 3] [--tiny]
 */
import { pino } from 'pino';
import type { StoredSegment } from '#domain/transcript/segment.ts';
import { assignVoices } from '#domain/voices/assign-voices.ts';
import { cutTree, mergeTree, type Stretch } from '#domain/voices/cluster-embeddings.ts';
import { movedBy, speechSampleRateHz } from '#server/adapters/speech/engine.ts';
import { groupWords } from '#server/adapters/speech/group-words.ts';
import { openSpeakerFolder } from '#server/adapters/speech/speakers/open-folder.ts';
import { standInModels } from '#tests/speech/tones.ts';
import { type Comparison, millisecondsOf, readSizes, report, summarise } from './harness.ts';
import { trackPeakMemory } from './set-up/process-memory.ts';
import { openDialogueMaker, type SpokenDialogue } from './set-up/spoken-dialogue.ts';

const { seeds, minutes, longMinutes, runs } = readSizes({
  full: { seeds: 30, minutes: 5, longMinutes: 60, runs: 3 },
  tiny: { seeds: 1, minutes: 1, longMinutes: 2, runs: 1 },
});
const folder = process.env.SPEAKER_MODELS;
const models = folder === undefined ? 'stand-in models' : 'models of SPEAKER_MODELS';
const shortMinutes = Math.ceil(longMinutes / 6);

const makeDialogue = await openDialogueMaker();
if (makeDialogue === undefined) {
  console.error('This benchmark needs espeak-ng in the PATH (Debian: apt-get install espeak-ng).');
  process.exit(1);
}
const speakers = await openSpeakerFolder({ folder: folder ?? standInModels, log: pino({ level: 'silent' }) });
const { signal } = new AbortController();

/** In pieces of a minute, as the worker does. */
async function stretchesOf(pcm: Int16Array): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  const piece = 60 * speechSampleRateHz;
  for (let at = 0; at < pcm.length; at += piece) {
    const found = await speakers.findStretches(pcm.subarray(at, at + piece), signal);
    stretches.push(...found.map(movedBy((at * 1_000) / speechSampleRateHz)));
  }
  return stretches;
}

async function findTurns(pcm: Int16Array) {
  const stretches = await stretchesOf(pcm);
  const found = cutTree(mergeTree(stretches), { threshold: speakers.threshold });
  return stretches
    .map(({ startMs, endMs }, at) => ({ startMs, endMs, voice: found[at] ?? 0 }))
    .toSorted((one, other) => one.startMs - other.startMs);
}

/** The segments of an engine that hears all words, and knows nothing of voices. */
const segmentsOf = ({ words }: SpokenDialogue): StoredSegment[] =>
  groupWords(words.map(({ voice: _, ...word }) => word)).map(
    ({ startMs, endMs, text, words: own = [] }, id) => ({
      id,
      start_ms: startMs,
      end_ms: endMs,
      text,
      words: own.map(({ startMs: start_ms, endMs: end_ms, ...word }) => ({ start_ms, end_ms, ...word })),
    }),
  );

/** Each label stands for one voice: that with most of its words, unless another label has more words of that voice. */
function countRight(labels: readonly string[], voices: readonly number[]): number {
  const pairs = Map.groupBy(voices.keys(), (at) => `${labels[at]} ${voices[at]}`);
  const taken = new Set<string | number>();
  let right = 0;
  for (const [first = 0, ...others] of [...pairs.values()].toSorted(
    (one, other) => other.length - one.length,
  )) {
    const [label, voice] = [labels[first] ?? '', voices[first] ?? 0];
    if (taken.has(label) || taken.has(voice)) continue;
    taken.add(label).add(voice);
    right += 1 + others.length;
  }
  return right;
}

async function hear(count: number, seed: number) {
  const dialogue = makeDialogue?.({ count, seconds: minutes * 60, seed }) ?? {
    pcm: new Int16Array(),
    words: [],
  };
  const turns = await findTurns(dialogue.pcm);
  const labels = assignVoices(segmentsOf(dialogue), turns, { maySplit: true }).flatMap(
    ({ speaker = 'A', words = [] }) => words.map(() => speaker),
  );
  const right = countRight(
    labels,
    dialogue.words.map(({ voice }) => voice),
  );
  return {
    share: (100 * right) / dialogue.words.length,
    hasRightNumber: new Set(turns.map(({ voice }) => voice)).size === count,
  };
}

const comparisons: Comparison[] = [];
for (const count of [2, 3, 4]) {
  const heard = [];
  for (let seed = 1; seed <= seeds; seed += 1) heard.push(await hear(count, seed));
  comparisons.push(
    {
      what: `words with the right one of ${count} voices, ${models}`,
      unit: '%',
      ours: summarise(heard.map(({ share }) => share)),
      goal: { atLeast: 95 },
    },
    {
      what: `dialogues in which ${count} voices were found`,
      unit: '%',
      ours: summarise([(100 * heard.filter(({ hasRightNumber }) => hasRightNumber).length) / seeds]),
      isKey: true,
    },
  );
}

const long = makeDialogue({ count: 3, seconds: longMinutes * 60, seed: 1 }).pcm;
const peakOf = async (pcm: Int16Array) => {
  const peak = trackPeakMemory(speakers.pid() ?? 0);
  const ms = await millisecondsOf(() => findTurns(pcm));
  return { seconds: ms / 1_000, megabytes: peak() };
};
const shorter: number[] = [];
const longer: Awaited<ReturnType<typeof peakOf>>[] = [];
for (let run = 0; run < runs; run += 1) {
  shorter.push((await peakOf(long.subarray(0, shortMinutes * 60 * speechSampleRateHz))).megabytes);
  longer.push(await peakOf(long));
}
await speakers.close();

await report(import.meta.filename, [
  ...comparisons,
  {
    what: `${longMinutes} min of sound until its voices are known`,
    unit: 's',
    ours: summarise(longer.map(({ seconds }) => seconds)),
    reference: { what: 'of sound', figures: summarise([longMinutes * 60]) },
    isKey: true,
  },
  {
    what: 'peak memory of its process',
    unit: 'MB',
    ours: summarise(longer.map(({ megabytes }) => megabytes)),
    reference: { what: `with ${shortMinutes} min`, figures: summarise(shorter) },
    goal: { atMost: 1.1, of: 'ratio' },
  },
]);
