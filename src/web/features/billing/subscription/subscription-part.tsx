import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import type { PlanUsage } from '#contract/plan-usage.ts';
import type { PlanCard } from '#contract/plans.ts';
import { paths } from '#web/app/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { FeatureList } from '../plans/plan-parts.tsx';
import { pricePerPeriod } from '../plans/plan-text.ts';
import { cancelSubscription, creditQuery, historyQuery, resumeSubscription } from './api.ts';
import { BillingActionDialog, ResumeDialog, useBillingAction } from './billing-dialogs.tsx';
import { PaymentsOff } from './billing-notices.tsx';
import { RefundPart } from './refund-part.tsx';
import { cancellationText, creditText, subscriptionStatusText } from './subscription-text.ts';

type SubscriptionPartProps = {
  billing: BillingState;
  usage: PlanUsage;
  /** Undefined if the list of plans could not be loaded; then only the price is missing. */
  plan: PlanCard | undefined;
};

const badges = {
  active: null,
  none: null,
  cancels_at: <Badge tone="notice">Cancelada</Badge>,
  past_due: <Badge tone="loss">Pagamento pendente</Badge>,
} satisfies Record<BillingState['status'], unknown>;

/** The subscription and all its actions. */
export function SubscriptionPart({ billing, usage, plan: card }: SubscriptionPartProps) {
  const { status, plan, plan_name: name, is_available: isSelling } = billing;
  const isPaid = plan !== 'free';
  const end = useBillingAction({ ask: cancelSubscription, faultText: 'Erro ao cancelar assinatura.' });
  const resume = useBillingAction({ ask: resumeSubscription, faultText: 'Erro ao atualizar assinatura.' });
  const statusText = subscriptionStatusText(billing);
  const { data: creditCents = 0 } = useQuery(creditQuery);
  const { data: payments = [] } = useQuery(historyQuery);
  // Also without a plan: an ended one may have a payment within the seven days.
  const canAskRefund = isPaid || payments.some(({ refund }) => refund !== null);
  return (
    <>
      {isSelling ? null : <PaymentsOff />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-lg font-semibold wrap-anywhere">{name.toLocaleUpperCase('pt-BR')}</p>
        {card === undefined || !isPaid ? null : (
          <p className="text-ink-soft tabular-nums">{pricePerPeriod(card)}</p>
        )}
        {badges[status]}
      </div>
      {statusText === undefined ? null : <p className="mt-1 text-sm text-ink-soft">{statusText}</p>}
      {creditCents === 0 ? null : <p className="mt-1 text-sm text-ink-soft">{creditText(creditCents)}</p>}
      <FeatureList features={usage.features} className="mt-5" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Link
          to={paths.planComparison}
          className={buttonClass({ variant: isSelling ? 'primary' : 'secondary' })}
        >
          Fazer Upgrade
        </Link>
        {status === 'cancels_at' ? (
          <Button variant="secondary" onClick={() => resume.changeOpen(true)}>
            Retomar assinatura
          </Button>
        ) : isPaid ? (
          <Button variant="secondary" onClick={() => end.changeOpen(true)}>
            Cancelar Assinatura
          </Button>
        ) : null}
        {canAskRefund ? <RefundPart status={status} /> : null}
      </div>
      <BillingActionDialog
        action={end}
        title="Cancelar a assinatura?"
        confirmLabel="Cancelar assinatura"
        busyLabel="Cancelando..."
        cancelLabel="Manter o plano"
      >
        {cancellationText(billing, creditCents)}
      </BillingActionDialog>
      <ResumeDialog action={resume} />
    </>
  );
}
