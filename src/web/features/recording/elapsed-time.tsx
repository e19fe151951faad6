import { useEffect, useState } from 'react';
import { clockText } from '../../format/duration.ts';

const lookMs = 200;

type ElapsedTimeProps = { recordedMs: () => number; maxSeconds: number };

export function ElapsedTime({ recordedMs, maxSeconds }: ElapsedTimeProps) {
  const [ms, setMs] = useState(recordedMs);
  useEffect(() => {
    const look = () => setMs(Math.floor(recordedMs() / 1_000) * 1_000);
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [recordedMs]);
  return (
    <p className="flex items-baseline gap-2 tabular-nums">
      <span role="timer" aria-label="Tempo gravado" className="text-xl font-semibold">
        {clockText(ms)}
      </span>
      <span className="text-sm text-ink-soft">de {clockText(maxSeconds * 1_000)}</span>
    </p>
  );
}
