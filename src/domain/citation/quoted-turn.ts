/** The selected words of one voice in a row, cut out of passages. */
export type QuotedTurn = Readonly<{
  /** Whole words as in the text, so edited words count. */
  text: string;
  /** The shown name; undefined in a text without voices. */
  voice: string | undefined;
  /** Undefined in a text without times. */
  startMs: number | undefined;
  endMs: number | undefined;
  /** The selection begins or ends inside a sentence. */
  isCutBefore: boolean;
  isCutAfter: boolean;
  startsParagraph: boolean;
}>;

export type Source = Readonly<{
  title: string;
  fileName: string;
  /** ISO */
  recordedAt: string;
  durationMs: number;
  isTestText: boolean;
}>;

export type CitedRun = Readonly<{ text: string; bold?: boolean; italic?: boolean }>;
/** A part of a line, in all three forms. */
export type CitedPart = Readonly<{ text: string; html: string; runs: readonly CitedRun[] }>;

/** `indented` is the long quotation of ABNT. */
export type CitedBlock =
  | Readonly<{ kind: 'text' | 'indented' | 'quote'; runs: readonly CitedRun[] }>
  | Readonly<{ kind: 'table'; rows: readonly (readonly string[])[] }>;

/** Text and HTML go to the clipboard, and the program that pastes chooses. A document is made from the blocks. */
export type Citation = Readonly<{ text: string; html: string; blocks: readonly CitedBlock[] }>;
