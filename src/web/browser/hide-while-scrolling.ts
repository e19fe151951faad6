import { useEffect, useState } from 'react';

export type ScrollPosition = { top: number; viewHeight: number; pageHeight: number };

/** A resting finger moves by up to this much. */
const minScrollPx = 4;
/** The end of a page is its footer, which has room for floating buttons. */
const pageEndPx = 48;

type ScrollMove = { was: boolean; fromTop: number; now: ScrollPosition };

/** A jump (a link within the page, the End key) does not count as reading on: the target is visible at once. */
export function isScrollingDown({ was, fromTop, now }: ScrollMove): boolean {
  const moved = now.top - fromTop;
  if (now.pageHeight - now.viewHeight - now.top <= pageEndPx) return false;
  if (Math.abs(moved) < minScrollPx) return was;
  return moved > 0 && moved < now.viewHeight / 2;
}

const readScrollPosition = (): ScrollPosition => ({
  top: window.scrollY,
  viewHeight: window.innerHeight,
  pageHeight: document.documentElement.scrollHeight,
});

/** True while the visitor scrolls down to read. */
export function useHideWhileScrolling() {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    let before = readScrollPosition();
    const update = () => {
      const now = readScrollPosition();
      const { top } = before;
      before = now;
      setIsHidden((was) => isScrollingDown({ was, fromTop: top, now }));
    };
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  return isHidden;
}
