import { Check, ChevronLeft, ChevronRight, Pencil, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { Review } from './use-review.ts';
import { inaudible } from './written-word.ts';

/** The list may be done before all mistakes are found. */
export function ReviewEnd({ review }: { review: Review }) {
  const { possible } = review;
  return (
    <LargeButtons>
      {possible > 0 ? (
        <Button variant="secondary" title="Trechos em que um erro é menos provável" onClick={review.goOn}>
          {possible === 1 ? 'Ouvir mais 1 trecho' : `Ouvir mais ${possible} trechos`}
        </Button>
      ) : null}
      <Button onClick={review.end}>Concluir</Button>
    </LargeButtons>
  );
}

export function LargeButtons({ children }: { children: ReactNode }) {
  return <span className="review-large">{children}</span>;
}

const ways = [
  { action: 'back', label: 'Dúvida anterior', keys: 'Shift+Tab', icon: ChevronLeft },
  { action: 'hear', label: 'Ouvir de novo', keys: 'Ctrl+Enter', icon: RotateCcw },
  { action: 'next', label: 'Próxima dúvida', keys: 'Tab', icon: ChevronRight },
] as const;

type ReviewButtonsProps = { review: Review; hasKeyboard: boolean };

export function ReviewButtons({ review, hasKeyboard }: ReviewButtonsProps) {
  const { current, equal } = review;
  const withKeys = (text: string, keys: string) => (hasKeyboard ? `${text} (${keys})` : text);
  const forAll = `Vale para as ${equal + 1} iguais`;
  return (
    <>
      <span className="review-ways mr-auto flex shrink-0">
        {ways.map(({ action, label, keys, icon: Icon }) => (
          <IconButton
            key={action}
            label={label}
            title={withKeys(label, keys)}
            aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
            onClick={() => void review[action]()}
          >
            <Icon aria-hidden="true" className="size-5" />
          </IconButton>
        ))}
      </span>
      <span className="review-small">
        {current?.doubt.hasWord === true ? (
          <Button
            variant="quiet"
            title={withKeys(`Escrever ${inaudible} no lugar da palavra`, 'Ctrl+I')}
            aria-keyshortcuts="Control+I"
            onClick={review.writeInaudible}
          >
            Inaudível
          </Button>
        ) : null}
        {equal > 0 ? (
          <Button
            variant="quiet"
            aria-label={forAll}
            title={withKeys(forAll, 'Shift+Enter')}
            aria-keyshortcuts="Shift+Enter"
            onClick={review.applyToAll}
          >
            <span className="review-all">
              <span className="review-more-words">Vale para </span>
              <span className="review-article">as </span>
              {`${equal + 1} iguais`}
            </span>
          </Button>
        ) : null}
      </span>
      <LargeButtons>
        {hasKeyboard ? null : (
          <Button variant="secondary" onClick={review.correct}>
            <Pencil aria-hidden="true" className="size-4" />
            Corrigir
          </Button>
        )}
        <Button title={hasKeyboard ? 'Enter' : undefined} aria-keyshortcuts="Enter" onClick={review.confirm}>
          <Check aria-hidden="true" className="size-4" />
          Certo
        </Button>
      </LargeButtons>
    </>
  );
}
