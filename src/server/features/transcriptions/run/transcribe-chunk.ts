import type { StoredSegment } from '#domain/transcript/segment.ts';
import {
  type AttemptKind,
  durationOfPcmMs,
  type EngineLimits,
  type Segment,
  type SpeechEngine,
  type Transcript,
} from '#server/adapters/speech/engine.ts';
import { cutSound } from './cut-sound.ts';
import { detectHallucination, repeatsItself } from './detect-hallucinations.ts';
import { answerUnlessFaulty, hasDrifted, hearDriftedAgain, keepsDriftedText } from './hear-drifted-again.ts';
import { withoutSpeakers } from './speaker-labels.ts';

type ChunkSound = {
  pcm: Int16Array;
  startMs: number;
  isSilent: (startMs: number, endMs: number) => boolean;
};

const stepMs = 100;
const pauseMs = 300;
const reachMs = 10_000;

/** Finds the pause nearest to the planned cut, so that no word is cut. */
function cutNear(wantedMs: number, { isSilent }: Pick<ChunkSound, 'isSilent'>): number {
  for (let awayMs = 0; awayMs <= reachMs; awayMs += stepMs)
    for (const atMs of [wantedMs - awayMs, wantedMs + awayMs])
      if (isSilent(atMs - pauseMs / 2, atMs + pauseMs / 2)) return atMs;
  return wantedMs;
}

/**
 * Returns a single piece, nearly always. After a configuration change, a chunk planned for another engine may
 * exceed this engine's limit. The engine then gets it in pieces, and it is answered as a whole.
 */
function splitForEngine<Given extends ChunkSound>(
  sound: Given,
  { maxMs, targetMs }: Pick<EngineLimits, 'maxMs' | 'targetMs'>,
): Given[] {
  const durationMs = durationOfPcmMs(sound.pcm);
  if (durationMs <= maxMs) return [sound];
  // Short enough for the limit, even with the most distant pause.
  const defaultMs = Math.max(1_000, Math.min(targetMs, maxMs - 2 * reachMs));
  const count = Math.ceil(durationMs / defaultMs);
  const cuts = Array.from({ length: count - 1 }, (_, at) =>
    cutNear(sound.startMs + Math.round(((at + 1) * durationMs) / count), sound),
  );
  const edges = [sound.startMs, ...cuts, sound.startMs + durationMs];
  return edges.slice(1).map((endMs, at) => cutSound(sound, edges[at] ?? sound.startMs, endMs));
}

type Sound = {
  pcm: Int16Array;
  startMs: number;
  language: string;
  isSilent: (startMs: number, endMs: number) => boolean;
  signal: AbortSignal;
};

export type TranscribedChunk = Readonly<{ language: string | undefined; segments: StoredSegment[] }>;

const doubtsIn = (segments: readonly Segment[], sound: Sound) =>
  segments.filter((segment) => detectHallucination(segment, sound) !== undefined).length +
  (repeatsItself(segments) ? 1 : 0);

function asStored(segment: Segment, index: number, sound: Sound): StoredSegment {
  const warning = detectHallucination(segment, sound);
  return {
    id: index,
    start_ms: segment.startMs,
    end_ms: Math.max(segment.startMs, segment.endMs),
    text: segment.text.trim(),
    ...(segment.speaker === undefined ? {} : { speaker: segment.speaker }),
    ...(segment.confidence === undefined ? {} : { confidence: segment.confidence }),
    ...(segment.estimated === true ? { estimated: true } : {}),
    ...(warning === undefined ? {} : { warning }),
    ...(segment.words === undefined || segment.words.length === 0
      ? {}
      : {
          words: segment.words.map((word) => ({
            start_ms: word.startMs,
            end_ms: Math.max(word.startMs, word.endMs),
            text: word.text,
            ...(word.confidence === undefined ? {} : { confidence: word.confidence }),
          })),
        }),
  };
}

/** Drops phrases that the engine invented over silence. Other doubtful segments stay, with a warning. */
function withoutInventedPhrases(segments: readonly Segment[], sound: Sound): StoredSegment[] {
  return segments
    .filter((segment) => segment.text.trim() !== '' && detectHallucination(segment, sound) !== 'invented')
    .map((segment, index) => asStored(segment, index, sound));
}

/** Gives stretches in another language to a second engine of this machine, if there is one. */
async function withoutDrift(engine: SpeechEngine, answer: Transcript, sound: Sound): Promise<Transcript> {
  if (!answer.segments.some(hasDrifted)) return answer;
  const second = engine.secondEngine?.();
  if (second === undefined) return answer;
  const segments = await hearDriftedAgain(second, answer.segments, sound);
  return doubtsIn(segments, sound) < doubtsIn(answer.segments, sound) ? { ...answer, segments } : answer;
}

/** Asks the engine. A doubtful answer is requested once more in another way, and the better one counts. */
async function transcribePiece(engine: SpeechEngine, sound: Sound): Promise<TranscribedChunk> {
  const send = (attempt: AttemptKind) => engine.transcribe({ ...sound, attempt });
  const first = await send('normal');
  const doubts = doubtsIn(first.segments, sound);
  if (doubts === 0)
    return { language: first.language, segments: withoutInventedPhrases(first.segments, sound) };
  // The first answer is paid for, so a fault now must not discard it.
  const second = await answerUnlessFaulty(send('careful'));
  const isSurer =
    second !== undefined &&
    doubtsIn(second.segments, sound) < doubts &&
    keepsDriftedText(second.segments, first.segments);
  const surer = isSurer ? second : first;
  const better = await withoutDrift(engine, surer, sound);
  return { language: better.language, segments: withoutInventedPhrases(better.segments, sound) };
}

export async function transcribeChunk(engine: SpeechEngine, sound: Sound): Promise<TranscribedChunk> {
  const heard: TranscribedChunk[] = [];
  for (const piece of splitForEngine(sound, engine.limits)) heard.push(await transcribePiece(engine, piece));
  const all = heard.flatMap((each) => each.segments);
  const segments = (heard.length > 1 ? withoutSpeakers(all) : all).map((segment, id) => ({ ...segment, id }));
  return { language: heard.find(({ language }) => language !== undefined)?.language, segments };
}
