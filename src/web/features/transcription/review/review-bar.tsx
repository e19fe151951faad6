import { Undo2 } from 'lucide-react';
import { type RefObject, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LargeButtons, ReviewButtons, ReviewEnd } from './review-buttons.tsx';
import { ReviewStatus } from './review-status.tsx';
import type { Review } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';
import '#web/styles/review-bar.css';

/** A shorter movement is a press or a scroll. */
const swipePx = 60;

/** Swiping to the left goes on, as in a stack of cards. */
function useSwipe(onNext: () => void, onBack: () => void) {
  const begun = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches.item(0);
      begun.current = touch === null ? undefined : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches.item(0);
      if (touch === null || begun.current === undefined) return;
      const [x, y] = [touch.clientX - begun.current.x, touch.clientY - begun.current.y];
      begun.current = undefined;
      if (Math.abs(x) < swipePx || Math.abs(x) < 2 * Math.abs(y)) return;
      if (x < 0) onNext();
      else onBack();
    },
  };
}

/** The page and the tray of uploads end above the bar, whose height depends on the letters. */
function useMeasuredHeight(bar: RefObject<HTMLElement | null>, isShown: boolean) {
  useLayoutEffect(() => {
    const { current } = bar;
    if (!isShown || current === null) return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty('--review-bar-height', `${current.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--review-bar-height');
    };
  }, [bar, isShown]);
}

/** Counts the decisions, because screen readers announce an equal message only if its element is new. */
function useCountedDecisions(review: Review) {
  const [count, setCount] = useState(0);
  const counted = <T,>(decide: () => T) => {
    setCount((before) => before + 1);
    return decide();
  };
  return {
    count,
    review: {
      ...review,
      confirm: () => counted(review.confirm),
      applyToAll: () => counted(review.applyToAll),
    },
  };
}

type ReviewBarProps = { review: Review; hasKeyboard: boolean; isPhone: boolean; isTextBehind: boolean };

/** Below the header; on phones above the player, near the thumb. */
export function ReviewBar({ hasKeyboard, isPhone, isTextBehind, ...props }: ReviewBarProps) {
  const { review, count } = useCountedDecisions(props.review);
  const { current, open, isOn, canTakeBack } = review;
  const swipe = useSwipe(review.next, review.back);
  const bar = useRef<HTMLElement>(null);
  useReviewKeys(review, { isTextBehind });
  useMeasuredHeight(bar, isOn && isPhone);
  const isInHand = current !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the list removes the buttons too
  useEffect(() => {
    // The pressed button is gone, or the last passage is.
    if (isOn && document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [isOn, isInHand]);
  if (!isOn) return null;
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Conferir"
      data-covers-text={isPhone ? 'bottom' : undefined}
      {...(isPhone && swipe)}
      className="review-bar flex flex-wrap items-center gap-1 border-line bg-raised px-2 py-1 text-sm max-sm:border-t sm:flex-nowrap sm:border-b sm:px-6 print:hidden"
    >
      <ReviewStatus review={review} hasKeyboard={hasKeyboard} decisions={count} />
      <IconButton
        label="Desfazer a última confirmação"
        // A disabled button would lose the focus, and without it the others would move.
        aria-disabled={!canTakeBack || undefined}
        onClick={canTakeBack ? review.takeBack : undefined}
        className={classNames('review-undo', !canTakeBack && 'opacity-55')}
      >
        <Undo2 aria-hidden="true" className="size-5" />
      </IconButton>
      {current !== undefined ? (
        <ReviewButtons review={review} hasKeyboard={hasKeyboard} />
      ) : open.length > 0 ? (
        <LargeButtons>
          <Button onClick={review.next}>Continuar</Button>
        </LargeButtons>
      ) : (
        <ReviewEnd review={review} />
      )}
    </section>
  );
}
