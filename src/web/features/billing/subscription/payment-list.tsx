import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Payment } from '#contract/billing.ts';
import { formatDate } from '#domain/format/dates.ts';
import { formatCurrency } from '#domain/format/money.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { textLinkClass } from '#web/ui/class-names.ts';

const statusWords = {
  paid: undefined,
  refunded: 'Reembolsado',
  partly_refunded: 'Reembolsado em parte',
  refund_pending: 'Reembolso em andamento',
  refund_returned: 'Reembolso devolvido pelo banco',
} satisfies Record<Payment['status'], string | undefined>;

/** A year of monthly payments. */
const shownAtOnce = 12;

/**
 * Fixed column widths, so that a missing badge or receipt moves nothing. A narrow list has two columns, with the
 * badge below: on a tablet a long badge left room for one letter of the plan's name.
 */
const rowClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line px-4 py-3 outline-offset-[-2px] last:border-b-0 @xl:grid-cols-[minmax(0,1fr)_auto_6.5rem_4.5rem]';

function PaymentRow({ payment }: { payment: Payment }) {
  const { plan, value, date, status, invoice_url: receipt } = payment;
  const badgeText = statusWords[status];
  const isReturned = status === 'refund_returned';
  return (
    <>
      <div className="contents @xl:block">
        <p className="font-medium wrap-anywhere">{plan}</p>
        <p className="col-start-1 row-start-2 flex min-h-10 items-center text-sm text-ink-soft @xl:min-h-0">
          {formatDate(date)}
        </p>
      </div>
      {badgeText === undefined ? null : (
        <p className="col-start-1 row-start-3 mt-1 flex @xl:col-start-2 @xl:row-start-1 @xl:mt-0">
          <Badge tone={isReturned ? 'notice' : 'plain'}>{badgeText}</Badge>
        </p>
      )}
      <p className="col-start-2 row-start-1 text-right font-medium tabular-nums @xl:col-start-3">
        {formatCurrency(value)}
      </p>
      {receipt === null ? null : (
        <a
          href={receipt}
          target="_blank"
          rel="noreferrer"
          className={`${textLinkClass} col-start-2 row-start-2 inline-flex min-h-10 items-center gap-1.5 justify-self-end text-sm @xl:col-start-4 @xl:row-start-1`}
        >
          Recibo
          <span className="sr-only"> de {formatDate(date)}, abre em outra aba</span>
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      )}
      {isReturned ? (
        <p className="col-span-full mt-2 text-sm text-ink-soft">
          O banco do cartão não aceitou o reembolso. O dinheiro continua seu:{' '}
          <Link to={paths.support} className={textLinkClass}>
            fale com o suporte
          </Link>{' '}
          para combinar outra forma de receber, como Pix.
        </p>
      ) : null}
    </>
  );
}

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  const [count, setCount] = useState(shownAtOnce);
  const firstNew = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // The pressed button may be removed with the last row, and the focus with it.
    if (count > shownAtOnce) firstNew.current?.focus();
  }, [count]);
  if (payments.length === 0) return <p className="text-ink-soft">Nenhum pagamento registrado.</p>;
  return (
    <>
      <ul className="@container overflow-hidden rounded-card border border-line bg-raised">
        {payments.slice(0, count).map((payment, place) => (
          <li
            key={`${payment.payment_intent_id} ${payment.date}`}
            ref={place === count - shownAtOnce ? firstNew : undefined}
            tabIndex={place === count - shownAtOnce && place > 0 ? -1 : undefined}
            className={rowClass}
          >
            <PaymentRow payment={payment} />
          </li>
        ))}
      </ul>
      {payments.length > count ? (
        <Button variant="secondary" className="mt-4" onClick={() => setCount(count + shownAtOnce)}>
          Mostrar mais
        </Button>
      ) : null}
    </>
  );
}
