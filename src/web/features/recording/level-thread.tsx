import { useEffect, useRef } from 'react';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { barsPath, speechBars } from '#web/pictures/speech-bars.ts';
import { classNames } from '#web/ui/class-names.ts';
import { isAudible, levelShare } from './sound-level.ts';

const bars = 72;
const pitch = 6;
const height = 48;
const barMs = 100;
/** With reduced motion the meter only shows whether the microphone was audible recently. Speech has pauses. */
const momentMs = 3_000;
const lowestBar = 6;

const silent = barsPath({ bars: Array.from({ length: bars }, () => lowestBar), height, pitch });
const spoken = barsPath({ bars: speechBars({ seed: 23, count: bars }), height, pitch });

const stillQuery = '(prefers-reduced-motion: reduce)';

type LevelThreadProps = {
  decibels: () => number;
  isRunning: boolean;
};

/** The live level meter, from right to left. Hidden from screen readers, which get texts instead. */
export function LevelThread({ decibels, isRunning }: LevelThreadProps) {
  const path = useRef<SVGPathElement>(null);
  const heights = useRef<number[]>(Array.from({ length: bars }, () => lowestBar));
  const isStill = useMediaQuery(stillQuery, { onServer: true });

  useEffect(() => {
    if (!isRunning) return;
    // Bypasses React, because the meter changes ten times a second.
    const draw = (d: string) => path.current?.setAttribute('d', d);
    let heardAtMs = Number.NEGATIVE_INFINITY;
    const timer = setInterval(() => {
      const now = decibels();
      if (isAudible(now)) heardAtMs = performance.now();
      if (isStill) return draw(performance.now() - heardAtMs < momentMs ? spoken : silent);
      heights.current = [...heights.current.slice(1), Math.max(lowestBar, levelShare(now) * 100)];
      draw(barsPath({ bars: heights.current, height, pitch }));
    }, barMs);
    return () => clearInterval(timer);
  }, [isRunning, isStill, decibels]);

  return (
    <svg
      viewBox={`0 0 ${bars * pitch} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classNames('picture-bars h-12 w-full transition-opacity', !isRunning && 'opacity-40')}
    >
      <path ref={path} d={silent} vectorEffect="non-scaling-stroke" className="stroke-2" />
    </svg>
  );
}
