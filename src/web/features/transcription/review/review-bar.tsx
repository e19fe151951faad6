import { Check, ChevronLeft, ChevronRight, ListChecks, Pencil, RotateCcw } from 'lucide-react';
import { type TouchEvent, useRef } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { inaudible, type Review } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';

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

const leftText = (count: number) => (count === 1 ? 'Falta 1' : `Faltam ${count}`);

type ReviewBarProps = { review: Review; hasKeyboard: boolean; isPhone: boolean };

/** Below the header; on phones above the player, near the thumb. */
export function ReviewBar({ review, hasKeyboard, isPhone }: ReviewBarProps) {
  const { current, open, equal } = review;
  const swipe = useSwipe(review.next, review.back);
  useReviewKeys(review);
  if (!review.isOn) return null;
  const word = current?.text.slice(current.doubt.word.start, current.doubt.word.end);
  return (
    <section
      aria-label="Conferir"
      data-covers-text={isPhone ? 'bottom' : undefined}
      {...(isPhone && swipe)}
      className="review-bar flex flex-wrap items-center gap-x-3 gap-y-1 border-line bg-raised px-gutter py-1.5 text-sm max-sm:border-t max-sm:py-2 sm:border-b sm:px-8 print:hidden"
    >
      <p role="status" className="min-w-0 grow basis-40 truncate">
        {current === undefined || word === undefined ? (
          'Tudo conferido.'
        ) : (
          <>
            <span className="text-ink-soft">{leftText(open.length)}</span>{' '}
            <q className="font-serif text-base">{word}</q>
          </>
        )}
      </p>
      {current === undefined ? (
        <Button onClick={review.end}>Concluir</Button>
      ) : (
        <>
          <span className="flex">
            <IconButton label="Dúvida anterior" onClick={review.back}>
              <ChevronLeft aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label="Ouvir de novo" onClick={review.hear}>
              <RotateCcw aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label="Próxima dúvida" onClick={review.next}>
              <ChevronRight aria-hidden="true" className="size-5" />
            </IconButton>
          </span>
          <span className="flex flex-wrap items-center gap-2 max-sm:w-full">
            <Button
              variant="quiet"
              className="max-sm:px-2"
              onClick={review.writeInaudible}
              title={`Escrever ${inaudible} no lugar da palavra`}
            >
              Inaudível
            </Button>
            {equal > 0 ? (
              <Button variant="quiet" className="max-sm:px-2" onClick={review.applyToAll}>
                {`Vale para as ${equal + 1} iguais`}
              </Button>
            ) : null}
            {hasKeyboard ? null : (
              <Button variant="secondary" className="min-h-12 max-sm:grow" onClick={review.correct}>
                <Pencil aria-hidden="true" className="size-4" />
                Corrigir
              </Button>
            )}
            <Button className="max-sm:min-h-12 max-sm:grow" onClick={review.confirm}>
              <Check aria-hidden="true" className="size-4" />
              Certo
            </Button>
          </span>
        </>
      )}
    </section>
  );
}

type ReviewButtonProps = {
  review: Review;
  /** In the player of a phone: the sign and the number. */
  isShort?: boolean;
};

export function ReviewButton({ review, isShort = false }: ReviewButtonProps) {
  const count = review.open.length;
  if (!review.isOffered || review.isOn) return null;
  const place = isShort ? 'px-2 sm:hidden' : 'max-sm:hidden';
  if (count === 0)
    return (
      <span className={`inline-flex items-center gap-1.5 px-2 text-sm text-ink-soft ${place}`}>
        <Check aria-hidden="true" className="size-4" />
        <span className={isShort ? 'sr-only' : undefined}>Conferido</span>
      </span>
    );
  return (
    <Button
      variant="quiet"
      className={place}
      aria-label={`Conferir ${count}`}
      title="Ouvir e conferir as palavras em dúvida"
      onClick={review.start}
    >
      <ListChecks aria-hidden="true" className="size-4" />
      {isShort ? count : `Conferir ${count}`}
    </Button>
  );
}
