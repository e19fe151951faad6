import type { Virtualizer } from '@tanstack/react-virtual';
import { useMemo } from 'react';
import { findTurns, type TextParagraph, type Turn } from '#domain/transcript/reading-paragraphs.ts';
import { type SpeakerNaming, showsNames, speakerName } from '#domain/transcript/transcript-text.ts';
import { SpeakerName } from './speaker-name.tsx';

const isSaidByHand = (rows: readonly TextParagraph[]) =>
  rows.some(({ segments }) => segments.some(({ assigned }) => assigned === true));

/** The turn of each row, if the page shows names: also of a single speaker whom a person has assigned. */
export function useTurns(rows: readonly TextParagraph[], naming: SpeakerNaming, isEditing: boolean) {
  const isNamed = isEditing || showsNames(naming);
  return useMemo(() => {
    const ofRows = new Map<number, Turn>();
    if (!isNamed && !isSaidByHand(rows)) return ofRows;
    for (const turn of findTurns(rows))
      for (let row = turn.first; row <= turn.last; row += 1) ofRows.set(row, turn);
    return ofRows;
  }, [rows, isNamed]);
}

type Measured = Pick<Virtualizer<Window, HTMLLIElement>, 'measurementsCache'>['measurementsCache'];

/** How far a turn reaches above and below one of its rows. */
export function turnReach(turn: Turn, row: number, measured: Measured) {
  const [first, own, last] = [measured[turn.first], measured[row], measured[turn.last]];
  if (first === undefined || own === undefined || last === undefined) return { abovePx: 0, belowPx: 0 };
  return { abovePx: own.start - first.start, belowPx: last.end - own.end };
}

type TurnNameProps = {
  turn: Turn;
  naming: SpeakerNaming;
  abovePx: number;
  belowPx: number;
  isStop: boolean;
  onPress: ((button: HTMLElement) => void) | undefined;
};

/**
 * The name above a turn. It stays below the header until the turn has scrolled by. Its frame is as high as the whole
 * turn, because the row that holds it may be any of the turn: the first one may not be rendered.
 */
export function TurnName({ turn, naming, abovePx, belowPx, isStop, onPress }: TurnNameProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 z-10" style={{ top: -abovePx, bottom: -belowPx }}>
      <div
        data-covers-text="name"
        className="turn-name pointer-events-auto flex min-h-7 min-w-0 items-center bg-paper sm:ml-[4.25rem]"
      >
        <SpeakerName name={speakerName(turn.speaker, naming)} isStop={isStop} onPress={onPress} />
      </div>
    </div>
  );
}
