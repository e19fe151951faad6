import type { StoredSegment } from '#domain/transcript/segment.ts';
import { breakCostsOf } from './break-costs.ts';
import { chooseCuts } from './choose-cuts.ts';
import { layLines } from './lay-lines.ts';
import type { Cue, Piece } from './rules.ts';
import { timeCues } from './time-cues.ts';
import { turnsOf } from './turns-of.ts';

type Cutting = {
  recordingMs: number;
  /** A dash where another voice begins. WebVTT has a tag for it instead. */
  dashes: boolean;
};

type Uncut = Omit<Cue, 'startMs' | 'endMs'>;

const stretchOf = ({ pieces, lines }: Uncut) => ({
  startMs: pieces[0]?.startMs ?? 0,
  endMs: pieces.at(-1)?.endMs ?? 0,
  length: lines.join(' ').length,
});

/** A transcript as subtitles, by the rules of rules.ts and in their order. */
export function cutSubtitles(segments: readonly StoredSegment[], { recordingMs, dashes }: Cutting): Cue[] {
  const turns = turnsOf(segments);
  const hasVoices = new Set(turns.map(({ speaker }) => speaker)).size > 1;
  const uncut: Uncut[] = [];
  for (const [at, { speaker, pieces }] of turns.entries()) {
    const costs = breakCostsOf(pieces);
    const hasDash = dashes && hasVoices;
    const untilMs = turns[at + 1]?.pieces[0]?.startMs ?? Math.max(recordingMs, pieces.at(-1)?.endMs ?? 0);
    let from = 0;
    for (const last of chooseCuts({ pieces, costs, untilMs, hasDash })) {
      const own: readonly Piece[] = pieces.slice(from, last + 1);
      const opensTurn = from === 0;
      const lines = layLines({
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
