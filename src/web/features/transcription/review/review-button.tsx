import { Check, ListChecks } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import type { Review } from './use-review.ts';

type ReviewButtonProps = {
  review: Review;
  /** In the player of a phone: the sign and the number. */
  isShort?: boolean;
};

/** Begins the review. */
export function ReviewButton({ review, isShort = false }: ReviewButtonProps) {
  const count = review.open.length;
  if (!review.isOffered || review.isOn) return null;
  const visibility = isShort ? 'gap-1 px-2 sm:hidden' : 'max-sm:hidden';
  if (count === 0)
    return (
      <span className={`inline-flex items-center gap-1.5 px-2 text-sm text-ink-soft ${visibility}`}>
        <Check aria-hidden="true" className="size-4" />
        <span className={isShort ? 'sr-only' : undefined}>Conferido</span>
      </span>
    );
  return (
    <Button
      variant="quiet"
      className={visibility}
      aria-label={`Conferir ${count}`}
      title="Ouvir e conferir as palavras em dúvida"
      onClick={review.start}
    >
      <ListChecks aria-hidden="true" className="size-4 shrink-0" />
      {isShort ? count : `Conferir ${count}`}
    </Button>
  );
}
