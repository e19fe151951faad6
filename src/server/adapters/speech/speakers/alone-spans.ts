/** A turn within a window, in samples. The number of the speaker holds in that window alone. */
export type LocalTurn = Readonly<{ from: number; to: number; speaker: number }>;

type Span = Readonly<{ from: number; to: number }>;

const without = (spans: readonly Span[], { from, to }: Span): Span[] =>
  spans
    .flatMap((span) => [
      { from: span.from, to: Math.min(span.to, from) },
      { from: Math.max(span.from, to), to: span.to },
    ])
    .filter((span) => span.to > span.from);

/** Where no other speaker speaks in a turn: an embedding of two voices at once is like neither of them. */
export const aloneSpans = (turns: readonly LocalTurn[], turn: LocalTurn): readonly Span[] =>
  turns.filter(({ speaker }) => speaker !== turn.speaker).reduce<readonly Span[]>(without, [turn]);
