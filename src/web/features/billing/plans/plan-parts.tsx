import { Check, Minus } from 'lucide-react';
import { Fragment } from 'react';
import type { PlanCard } from '#contract/plans.ts';
import { formatPrice, periodSuffix } from './plan-text.ts';

/** With large text, 'transcrição/mês' wraps after the slash and not within a word. */
function breakable(feature: string) {
  return feature.split('/').map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}

/** The only feature that is a limitation. */
const isLess = (feature: string) => feature.startsWith('Com marca');

export function FeatureList({ features, className }: { features: readonly string[]; className?: string }) {
  return (
    <ul className={`grid gap-2.5 text-sm ${className ?? ''}`}>
      {features.map((feature) => {
        const Mark = isLess(feature) ? Minus : Check;
        return (
          <li key={feature} className="flex items-start gap-2.5">
            <Mark
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${isLess(feature) ? 'text-ink-faint' : 'text-thread'}`}
            />
            <span className="min-w-0 wrap-anywhere">{breakable(feature)}</span>
          </li>
        );
      })}
    </ul>
  );
}

export function PlanPrice({ plan }: { plan: PlanCard }) {
  const { price_cents: cents } = plan;
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 tabular-nums">
      <span className="text-xl font-semibold">{formatPrice(cents)}</span>
      {cents === 0 ? null : <span className="text-ink-soft">{periodSuffix(plan)}</span>}
    </p>
  );
}
