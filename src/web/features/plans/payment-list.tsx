import { ExternalLink } from 'lucide-react';
import type { Payment } from '#contract/billing.ts';
import { dateText } from '../../date-text.ts';
import { moneyText } from '../../price-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

const statusWords = {
  paid: undefined,
  refunded: 'Reembolsado',
  partly_refunded: 'Reembolsado em parte',
} satisfies Record<Payment['status'], string | undefined>;

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  if (payments.length === 0) return <p className="text-ink-soft">Nenhum pagamento registrado.</p>;
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-raised">
      {payments.map(({ plan, value, date, payment_intent_id: id, status, invoice_url: receipt }) => (
        <li
          key={`${id} ${date}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{plan}</p>
            <p className="text-sm text-ink-soft">{dateText(date)}</p>
          </div>
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            {statusWords[status] === undefined ? null : <Badge>{statusWords[status]}</Badge>}
            <p className="font-medium tabular-nums">{moneyText(value)}</p>
            {receipt === null ? null : (
              <a
                href={receipt}
                target="_blank"
                rel="noreferrer"
                className={`${textLinkClass} inline-flex min-h-10 items-center gap-1.5 text-sm`}
              >
                Recibo
                <span className="sr-only"> de {dateText(date)}, abre em outra aba</span>
                <ExternalLink aria-hidden="true" className="size-3.5" />
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
