import { useCallback, useEffect, useState } from 'react';
import { secondMs } from '#domain/format/durations.ts';

/** Counts down to zero by the clock, so a suspended tab resumes with the correct number. */
export function useCountdown() {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / secondMs));
  const counting = secondsLeft > 0;

  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [counting]);

  const start = useCallback((seconds: number) => {
    const startedAt = Date.now();
    setNow(startedAt);
    setEndsAt(startedAt + seconds * secondMs);
  }, []);
  return { secondsLeft, start };
}
