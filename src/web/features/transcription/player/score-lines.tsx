import { memo, useMemo } from 'react';

type Span = Readonly<{ startMs: number; endMs: number }>;

/** The turns of each voice, and places of the text, drawn with the waveform. */
export type Score = Readonly<{
  /** A line per voice, those that speak most first. */
  lines: readonly Readonly<{ name: string; spans: readonly Span[] }>[];
  /** Hits of a search, and marked passages. */
  ticks: readonly Readonly<{ ms: number; kind: 'hit' | 'mark' }>[];
}>;

export const noScore: Score = { lines: [], ticks: [] };

const linePx = 3;
const rowPx = 4;
/** Above the first line. */
const gapPx = 2;
const tickPx = 5;
/** The drawing is as wide as its box, whatever its units. */
const unitsWide = 10_000;
/** A short "sim" of a long recording would be narrower than a pixel. */
const minUnits = 12;

export const scoreHeightPx = ({ lines }: Score) => (lines.length === 0 ? 0 : gapPx + lines.length * rowPx);

/** The line at a height above the foot of the waveform. */
export const lineAt = ({ lines }: Score, fromFootPx: number) =>
  lines[lines.length - 1 - Math.floor(fromFootPx / rowPx)];

/** The voice that speaks at a moment; of several at once, the one that speaks most. */
export const speakerAt = ({ lines }: Score, ms: number) =>
  lines.find(({ spans }) => spans.some(({ startMs, endMs }) => startMs <= ms && ms < endMs))?.name;

function linePath(spans: readonly Span[], durationMs: number, y: number): string {
  const unit = unitsWide / durationMs;
  return spans
    .map(({ startMs, endMs }) => {
      const width = Math.max(minUnits, (endMs - startMs) * unit);
      return `M${Math.round(startMs * unit)} ${y}h${Math.round(width)}`;
    })
    .join('');
}

type ScoreProps = { score: Score; durationMs: number };

/** One path per voice: an hour has thousands of turns. */
export const ScoreLines = memo(function ScoreLines({ score, durationMs }: ScoreProps) {
  const { lines } = score;
  const height = scoreHeightPx(score);
  const paths = useMemo(
    () =>
      lines.map(({ name, spans }, at) => ({
        name,
        path: linePath(spans, Math.max(1, durationMs), gapPx + at * rowPx + linePx / 2),
      })),
    [lines, durationMs],
  );
  return (
    <svg
      viewBox={`0 0 ${unitsWide} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="score-lines"
      style={{ height }}
    >
      {paths.map(({ name, path }) => (
        <path key={name} data-voice={name} d={path} />
      ))}
    </svg>
  );
});

export const ScoreTicks = memo(function ScoreTicks({ score: { ticks }, durationMs }: ScoreProps) {
  if (ticks.length === 0) return null;
  const unit = unitsWide / Math.max(1, durationMs);
  const pathOf = (kind: 'hit' | 'mark') =>
    ticks
      .filter((tick) => tick.kind === kind)
      .map(({ ms }) => `M${Math.round(ms * unit)} 0v${tickPx}`)
      .join('');
  return (
    <svg
      viewBox={`0 0 ${unitsWide} ${tickPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="score-ticks"
      style={{ height: tickPx }}
    >
      <path data-kind="mark" d={pathOf('mark')} />
      <path data-kind="hit" d={pathOf('hit')} />
    </svg>
  );
});
