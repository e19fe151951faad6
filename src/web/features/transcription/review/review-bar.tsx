import { Check, ChevronLeft, ChevronRight, ListChecks, Pencil, RotateCcw, Undo2 } from 'lucide-react';
import { type TouchEvent, useEffect, useRef } from 'react';
import type { RiskReason } from '#domain/transcript/word-risk.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { Review } from './use-review.ts';
import { useReviewKeys } from './use-review-keys.ts';
import { inaudible } from './written-word.ts';

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

const reasonTexts: Readonly<Record<RiskReason, string>> = {
  unfamiliar: 'fora do dicionário',
  name: 'nome',
  number: 'número',
  negation: 'negação',
  'change of voice': 'troca de voz',
};

const leftText = (count: number) => (count === 1 ? 'Falta 1' : `Faltam ${count}`);

type ReviewBarProps = { review: Review; hasKeyboard: boolean; isPhone: boolean; isTextBehind: boolean };

/** Below the header; on phones above the player, near the thumb. */
export function ReviewBar({ review, hasKeyboard, isPhone, isTextBehind }: ReviewBarProps) {
  const { current, open, isOn } = review;
  const swipe = useSwipe(review.next, review.back);
  const bar = useRef<HTMLElement>(null);
  useReviewKeys(review, { isTextBehind });
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
      className="review-bar flex flex-wrap items-center gap-x-3 gap-y-1 border-line bg-raised px-gutter py-1.5 text-sm max-sm:border-t max-sm:py-2 sm:border-b sm:px-8 print:hidden"
    >
      <ReviewStatus review={review} hasKeyboard={hasKeyboard} />
      {review.canTakeBack ? (
        <IconButton label="Desfazer a última confirmação" onClick={review.takeBack}>
          <Undo2 aria-hidden="true" className="size-5" />
        </IconButton>
      ) : null}
      {current !== undefined ? (
        <ReviewButtons review={review} hasKeyboard={hasKeyboard} />
      ) : open.length > 0 ? (
        <Button onClick={review.next}>Continuar</Button>
      ) : (
        <ReviewEnd review={review} />
      )}
    </section>
  );
}

function ReviewStatus({ review, hasKeyboard }: Pick<ReviewBarProps, 'review' | 'hasKeyboard'>) {
  const { current, open, mustListen } = review;
  if (current === undefined)
    return (
      <p role="status" className="min-w-0 grow basis-40">
        {open.length === 0 ? 'Tudo conferido.' : leftText(open.length)}
      </p>
    );
  const { start, end, reasons } = current.doubt.word;
  return (
    <p role="status" className="min-w-0 grow basis-40 truncate">
      {mustListen ? (
        'Ouça o trecho até o fim para conferir.'
      ) : (
        <>
          <span className="text-ink-soft">{leftText(open.length)}</span>{' '}
          <q className="font-serif text-base">{current.text.slice(start, end)}</q>
          {reasons.length > 0 ? (
            <span className="ml-2 text-ink-soft">{reasons.map((each) => reasonTexts[each]).join(', ')}</span>
          ) : null}
          {hasKeyboard ? (
            <span className="ml-4 text-ink-soft max-xl:hidden">Enter confere, Tab adia, Esc sai</span>
          ) : null}
        </>
      )}
    </p>
  );
}

/** The list may be done before all mistakes are found. */
function ReviewEnd({ review }: { review: Review }) {
  const { possible } = review;
  return (
    <>
      {possible > 0 ? (
        <Button variant="quiet" title="Trechos em que um erro é menos provável" onClick={review.goOn}>
          {possible === 1 ? 'Ouvir mais 1 trecho' : `Ouvir mais ${possible} trechos`}
        </Button>
      ) : null}
      <Button onClick={review.end}>Concluir</Button>
    </>
  );
}

function ReviewButtons({ review, hasKeyboard }: Pick<ReviewBarProps, 'review' | 'hasKeyboard'>) {
  const { current, equal } = review;
  return (
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
        {current?.doubt.hasWord === true ? (
          <Button
            variant="quiet"
            className="max-sm:px-2"
            title={`Escrever ${inaudible} no lugar da palavra`}
            aria-keyshortcuts="Control+I"
            onClick={review.writeInaudible}
          >
            Inaudível
          </Button>
        ) : null}
        {equal > 0 ? (
          <Button
            variant="quiet"
            className="max-sm:px-2"
            aria-keyshortcuts="Shift+Enter"
            onClick={review.applyToAll}
          >
            {`Vale para as ${equal + 1} iguais`}
          </Button>
        ) : null}
        {hasKeyboard ? null : (
          <Button variant="secondary" className="min-h-12 max-sm:grow" onClick={review.correct}>
            <Pencil aria-hidden="true" className="size-4" />
            Corrigir
          </Button>
        )}
        <Button className="max-sm:min-h-12 max-sm:grow" aria-keyshortcuts="Enter" onClick={review.confirm}>
          <Check aria-hidden="true" className="size-4" />
          Certo
        </Button>
      </span>
    </>
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
