import { MessageSquare, Smartphone } from 'lucide-react';
import type { Factor } from '#contract/factors.ts';
import { formatDate } from '#domain/format/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { lastDigits } from './api.ts';

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
        <p className="text-ink-faint">Adicionado em {formatDate(factor.created_at)}</p>
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

type RecoveryLineProps = { left: number; onRenew: () => void };

/** From this number on the page suggests new codes. */
const fewCodes = 3;

function leftText(left: number) {
  if (left === 0) return 'Você não tem mais códigos de recuperação.';
  return left === 1 ? 'Resta 1 código de recuperação.' : `Restam ${left} códigos de recuperação.`;
}

export function RecoveryLine({ left, onRenew }: RecoveryLineProps) {
  const isLow = left <= fewCodes;
  return (
    <div
      className={
        isLow
          ? 'grid justify-items-start gap-2 rounded-card border border-notice-line bg-notice-soft px-4 py-3 text-notice'
          : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2'
      }
    >
      <p className="text-sm">
        {leftText(left)}
        {isLow
          ? ' Gere novos antes de precisar deles: sem o aparelho e sem códigos, você fica de fora.'
          : null}
      </p>
      <Button variant="secondary" onClick={onRenew}>
        Gerar novos códigos
      </Button>
    </div>
  );
}
