import { Check, Minus } from 'lucide-react';

/** The one feature that takes something away. */
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
            <span className="min-w-0 wrap-anywhere">{feature}</span>
          </li>
        );
      })}
    </ul>
  );
}
