import { type RefObject, useEffect, useState } from 'react';

/** `written` is the page as the server renders it: without scripts CSS plays the animation once. */
type Showing = 'written' | 'waiting' | 'playing' | 'paused' | 'ended';

/** The visible share at which the animation starts. */
const shareInSight = 0.5;

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Pauses the animation until half of it is visible. If no part is visible yet, it restarts from the beginning. */
export function useShowing(picture: RefObject<HTMLElement | null>) {
  const [showing, setShowing] = useState<Showing>('written');
  const [round, setRound] = useState(0);

  useEffect(() => {
    const element = picture.current;
    if (element === null || prefersStill()) return;
    let first = true;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        if (entry.intersectionRatio >= shareInSight) {
          observer.disconnect();
          setShowing((now) => (now === 'written' || now === 'waiting' ? 'playing' : now));
        } else if (first) {
          if (!entry.isIntersecting) setRound(1);
          setShowing('waiting');
        }
        first = false;
      },
      { threshold: [0, shareInSight] },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture]);

  function press() {
    if (showing === 'ended') setRound((count) => count + 1);
    setShowing(showing === 'playing' ? 'paused' : 'playing');
  }

  return { showing, round, press, end: () => setShowing('ended') };
}
