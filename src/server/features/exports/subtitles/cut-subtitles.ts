import type { StoredSegment } from '#domain/transcript/segment.ts';
import { computeBreakCosts } from './break-costs.ts';
import { breakIntoLines } from './break-lines.ts';
import { chooseCuts } from './choose-cuts.ts';
import {
  type Cue,
  charactersPerSecond,
  flickerMs,
  gapMs,
  maxMs,
  minCueMs,
  minReadableMs,
  type Piece,
} from './rules.ts';
import { splitSpeakerTurns } from './speaker-turns.ts';

type SpokenStretch = Readonly<{ startMs: number; endMs: number; length: number }>;
type Times = { startMs: number; endMs: number };

/**
 * Computes when each cue appears and disappears. A cue appears with its first word. It stays into the following
 * silence until the viewer had time to read it. If no silence follows, it ends before the next cue.
 */
function timeCues(stretches: readonly SpokenStretch[], recordingMs: number): Times[] {
  const times: Times[] = [];
  let earliestMs = 0;
  for (const [at, { startMs: speechStartMs, endMs: speechEndMs, length }] of stretches.entries()) {
    const startMs = Math.max(speechStartMs, earliestMs);
    const next = stretches[at + 1];
    const nextMs = next?.startMs ?? Math.max(recordingMs, speechEndMs) + gapMs;
    const readUntilMs = startMs + Math.max(minReadableMs, Math.ceil((length * 1_000) / charactersPerSecond));
    const latestEndMs = Math.min(
      Math.max(nextMs - gapMs, Math.min(nextMs, startMs + minReadableMs)),
      startMs + maxMs,
    );
    const idealEndMs = Math.min(Math.max(speechEndMs, readUntilMs), latestEndMs);
    const flickers = next !== undefined && nextMs - idealEndMs < flickerMs;
    const endMs = Math.max(flickers ? latestEndMs : idealEndMs, startMs + minCueMs);
    times.push({ startMs, endMs });
    earliestMs = endMs;
  }
  return times;
}

type CutOptions = {
  recordingMs: number;
  /** Marks a change of voice with a dash. WebVTT has a tag for it instead. */
  dashes: boolean;
};

type UntimedCue = Omit<Cue, 'startMs' | 'endMs'>;

const stretchOf = ({ pieces, lines }: UntimedCue) => ({
  startMs: pieces[0]?.startMs ?? 0,
  endMs: pieces.at(-1)?.endMs ?? 0,
  length: lines.join(' ').length,
});

/** Cuts a transcript into subtitles by the rules of rules.ts, in their order. */
export function cutSubtitles(segments: readonly StoredSegment[], { recordingMs, dashes }: CutOptions): Cue[] {
  const turns = splitSpeakerTurns(segments);
  const hasVoices = new Set(turns.map(({ speaker }) => speaker)).size > 1;
  const untimed: UntimedCue[] = [];
  for (const [at, { speaker, pieces }] of turns.entries()) {
    const costs = computeBreakCosts(pieces);
    const hasDash = dashes && hasVoices;
    const untilMs = turns[at + 1]?.pieces[0]?.startMs ?? Math.max(recordingMs, pieces.at(-1)?.endMs ?? 0);
    let from = 0;
    for (const last of chooseCuts({ pieces, costs, untilMs, hasDash })) {
      const own: readonly Piece[] = pieces.slice(from, last + 1);
      const opensTurn = from === 0;
      const lines = breakIntoLines({
        pieces: own,
        costs: costs.subarray(from, last + 1),
        hasDash: hasDash && opensTurn,
      });
      untimed.push({ lines, speaker, opensTurn, pieces: own });
      from = last + 1;
    }
  }
  const times = timeCues(untimed.map(stretchOf), recordingMs);
  return untimed.map((cue, at) => ({
    ...cue,
    startMs: times[at]?.startMs ?? 0,
    endMs: times[at]?.endMs ?? 0,
  }));
}
