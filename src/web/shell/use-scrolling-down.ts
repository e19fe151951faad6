import { useEffect, useState } from 'react';
import { isScrollingDown, type ScrollPosition } from './scroll-direction.ts';

const placeNow = (): ScrollPosition => ({
  top: window.scrollY,
  viewHeight: window.innerHeight,
  pageHeight: document.documentElement.scrollHeight,
});

/** Whether the page is being read downwards. */
export function useScrollingDown() {
  const [readingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let before = placeNow();
    const look = () => {
      const now = placeNow();
      const { top } = before;
      before = now;
      setReadingOn((was) => isScrollingDown({ was, fromTop: top, now }));
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  return readingOn;
}
