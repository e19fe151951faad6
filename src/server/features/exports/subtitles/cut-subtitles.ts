import type { StoredSegment } from '#domain/transcript/segment.ts';
import { computeBreakCosts } from './break-costs.ts';
import { chooseCuts } from './choose-cuts.ts';
import { breakIntoLines } from './lay-lines.ts';
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
 * Computes when each cue appears and disappears. A cue appears with its first word and stays into the following
 * silence until it can be read. Without a silence it makes room for the next cue.
 */
function timeCues(stretches: readonly SpokenStretch[], recordingMs: number): Times[] {
  const times: Times[] = [];
  let earliestMs = 0;
  for (const [at, { startMs: saidMs, endMs: silentMs, length }] of stretches.entries()) {
    const startMs = Math.max(saidMs, earliestMs);
    const next = stretches[at + 1];
    const nextMs = next?.startMs ?? Math.max(recordingMs, silentMs) + gapMs;
    const readMs = startMs + Math.max(minReadableMs, Math.ceil((length * 1_000) / charactersPerSecond));
    const roomMs = Math.min(
      Math.max(nextMs - gapMs, Math.min(nextMs, startMs + minReadableMs)),
      startMs + maxMs,
    );
    const wishedMs = Math.min(Math.max(silentMs, readMs), roomMs);
    const flickers = next !== undefined && nextMs - wishedMs < flickerMs;
    const endMs = Math.max(flickers ? roomMs : wishedMs, startMs + minCueMs);
    times.push({ startMs, endMs });
    earliestMs = endMs;
  }
  return times;
}

type Cutting = {
  recordingMs: number;
  /** Marks a change of voice with a dash. WebVTT has a tag for it instead. */
  dashes: boolean;
};

type Uncut = Omit<Cue, 'startMs' | 'endMs'>;

const stretchOf = ({ pieces, lines }: Uncut) => ({
  startMs: pieces[0]?.startMs ?? 0,
  endMs: pieces.at(-1)?.endMs ?? 0,
  length: lines.join(' ').length,
});

/** Cuts a transcript into subtitles by the rules of rules.ts, in their order. */
export function cutSubtitles(segments: readonly StoredSegment[], { recordingMs, dashes }: Cutting): Cue[] {
  const turns = splitSpeakerTurns(segments);
  const hasVoices = new Set(turns.map(({ speaker }) => speaker)).size > 1;
  const uncut: Uncut[] = [];
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
      uncut.push({ lines, speaker, opensTurn, pieces: own });
      from = last + 1;
    }
  }
  const times = timeCues(uncut.map(stretchOf), recordingMs);
  return uncut.map((cue, at) => ({ ...cue, startMs: times[at]?.startMs ?? 0, endMs: times[at]?.endMs ?? 0 }));
}
