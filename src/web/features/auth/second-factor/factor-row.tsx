import { MessageSquare, Smartphone } from 'lucide-react';
import type { Factor } from '#contract/factors.ts';
import { dateText } from '../../../format/date.ts';
import { Button } from '../../../ui/button.tsx';
import { lastDigits } from './last-digits.ts';

function typeText({ factor_type, phone }: Factor) {
  return factor_type === 'phone' ? `SMS para final ${lastDigits(phone)}` : 'Aplicativo autenticador';
}

export function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const Icon = factor.factor_type === 'phone' ? MessageSquare : Smartphone;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" strokeWidth={1.75} />
      <div className="min-w-0 grow text-sm">
        <p className="font-medium wrap-anywhere">{factor.friendly_name}</p>
        <p className="mt-0.5 text-ink-soft">{typeText(factor)}</p>
        <p className="text-ink-faint">Adicionado em {dateText(factor.created_at)}</p>
      </div>
      <Button
        variant="quiet"
        className="-mr-2 shrink-0"
        aria-label={`Remover ${factor.friendly_name}`}
        onClick={onRemove}
      >
        Remover
      </Button>
    </li>
  );
}
