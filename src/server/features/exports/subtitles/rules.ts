/**
 * The rules of subtitles. If two conflict, the earlier one wins.
 * No word lost, repeated or moved; times that rise and never overlap; two lines of 42; 7 s; 17 characters/s; 1 s.
 */
export const maxLines = 2;
/** In UTF-16 units, which are never fewer than the characters that a reader sees. */
export const lineLength = 42;
export const maxMs = 7_000;
export const minReadableMs = 1_000;
export const charactersPerSecond = 17;
/** Two frames of film, so that the eye sees the text change. Dropped only if a cue would stay under a second. */
export const gapMs = 80;
/** A shorter gap flickers, so the cue before it stays until the next one. */
export const flickerMs = 500;
/** No cue spans a silence of this length. */
export const silenceMs = 1_500;
/** The duration of a cue for which the spoken times leave no room. */
export const minCueMs = 40;

/** The hyphen after a part of a broken word; the rest begins the next line. */
export const breakMark = '-';
export const turnDash = '- ';

/** A word with its times, or a part of one that is longer than a line. */
export type Piece = Readonly<{
  text: string;
  startMs: number;
  endMs: number;
  /** The next piece is the rest of the same word. */
  continues: boolean;
}>;

/** The speech of one voice until another one speaks. */
export type Turn = Readonly<{ speaker: string | undefined; pieces: readonly Piece[] }>;

export type Cue = Readonly<{
  startMs: number;
  endMs: number;
  lines: readonly string[];
  speaker: string | undefined;
  /** The first cue of a turn. */
  opensTurn: boolean;
  pieces: readonly Piece[];
}>;
