import { useId } from 'react';
import type { Period } from '../public/plan-offers.ts';

type PeriodSwitchProps = {
  period: Period;
  onChange: (period: Period) => void;
  /** The saving of annual billing, if there is one. */
  saving: string | undefined;
};

const sides = [
  { value: 'monthly', label: 'Mensal' },
  { value: 'annual', label: 'Anual' },
] as const;

/** Chooses the billing period that the card of the basic plan shows. */
export function PeriodSwitch({ period, onChange, saving }: PeriodSwitchProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <legend className="sr-only">Período de cobrança do plano Básico</legend>
      <div className="inline-flex rounded-control border border-line-strong/70 bg-sunken p-0.5">
        {sides.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-10 cursor-pointer items-center rounded-control px-4 text-sm font-medium text-ink-soft transition-colors has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-line-strong/70 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-thread"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={period === value}
              onChange={() => onChange(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
      {saving === undefined ? null : <p className="text-sm text-ink-soft">{saving}</p>}
    </fieldset>
  );
}
