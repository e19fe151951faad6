import type { RiskReason } from '#domain/transcript/word-risk.ts';
import type { Review } from './use-review.ts';

const reasonTexts: Readonly<Record<RiskReason, string>> = {
  unfamiliar: 'fora do dicionário',
  name: 'nome',
  number: 'número',
  negation: 'negação',
  'change of voice': 'troca de voz',
};

const leftText = (count: number) => (count === 1 ? 'Falta 1' : `Faltam ${count}`);

type ReviewStatusProps = { review: Review; hasKeyboard: boolean; decisions: number };

export function ReviewStatus({ review, hasKeyboard, decisions }: ReviewStatusProps) {
  const { current, open, mustListen } = review;
  const message = mustListen
    ? 'Ouça o trecho até o fim para conferir.'
    : open.length === 0
      ? 'Tudo conferido.'
      : current === undefined
        ? leftText(open.length)
        : undefined;
  return (
    <div className="review-status items-baseline sm:flex">
      <div role="status" className="min-w-0">
        {message === undefined ? (
          <WordInHand review={review} />
        ) : (
          <p key={decisions} className="font-medium">
            {message}
          </p>
        )}
      </div>
      {/* Screen readers would repeat it at each doubt. */}
      {hasKeyboard && message === undefined ? (
        <span className="review-more-words ml-4 min-w-0 shrink-[999] truncate text-ink-soft">
          Enter confere, Tab adia, Esc sai
        </span>
      ) : null}
    </div>
  );
}

function WordInHand({ review }: Pick<ReviewStatusProps, 'review'>) {
  const { current, open, notice } = review;
  if (current === undefined) return null;
  const { start, end, reasons } = current.doubt.word;
  const word = current.text.slice(start, end);
  const why = notice ?? reasons.map((each) => reasonTexts[each]).join(', ');
  return (
    <p className="review-word text-ink-soft">
      <span className="shrink-0 tabular-nums">{leftText(open.length)}</span>{' '}
      <q title={word} className="min-w-0 truncate font-serif text-base text-ink sm:text-reading">
        {word}
      </q>{' '}
      {why === '' ? null : (
        <span title={why} className="min-w-0 truncate">
          {why}
        </span>
      )}
    </p>
  );
}
