/**
 * What subtitles keep to. Where two of these cannot both be kept, the earlier one wins:
 * no word lost, doubled or moved; times that rise and never overlap; two lines of 42; 7 s; 17 characters a second; 1 s.
 */
export const maxLines = 2;
/** Counted as UTF-16 does, which never counts less than a reader sees. */
export const lineLength = 42;
export const maxMs = 7_000;
export const minReadableMs = 1_000;
export const charactersPerSecond = 17;
/** Two frames of film, so that an eye sees that the text changed; given up only where a cue would stay under a second. */
export const gapMs = 80;
/** A hole shorter than this flickers: the cue before it stays until the next one. */
export const flickerMs = 500;
/** A silence over which no cue reaches. */
export const silenceMs = 1_500;
/** What a cue gets where the times of the speech leave it nothing at all. */
export const minCueMs = 40;

/** What is left of a word that is broken: it ends its line with a hyphen, and its rest begins the next. */
export const breakMark = '-';
export const turnDash = '- ';

/** A word with its place on the clock, or a part of one that is longer than a line. */
export type Piece = Readonly<{
  text: string;
  startMs: number;
  endMs: number;
  /** The rest of the same word is the next piece. */
  continues: boolean;
}>;

/** What one voice says until another one speaks. */
export type Turn = Readonly<{ speaker: string | undefined; pieces: readonly Piece[] }>;

export type Cue = Readonly<{
  startMs: number;
  endMs: number;
  lines: readonly string[];
  speaker: string | undefined;
  /** The first of somebody's turn. */
  opensTurn: boolean;
  pieces: readonly Piece[];
}>;
