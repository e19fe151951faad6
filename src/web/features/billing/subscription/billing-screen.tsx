import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { describeError } from '../../../api/error-recovery.ts';
import { plansQuery } from '../../../api/plans-query.ts';
import { paths } from '../../../app/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { billingQuery, historyQuery, usageQuery } from './billing-calls.ts';
import { PaymentsSkeleton, SubscriptionSkeleton, UsageSkeleton } from './billing-skeleton.tsx';
import { PaymentList } from './payment-list.tsx';
import { PortalButton } from './portal-button.tsx';
import { SubscriptionPart } from './subscription-part.tsx';
import { UsagePart } from './usage-part.tsx';
import { usePortalReturn } from './use-portal-return.ts';

const parts = {
  plan: { title: 'Plano', description: 'O que você tem hoje e o que pode mudar.' },
  usage: { title: 'Uso neste mês', description: 'As horas de áudio e vídeo que você já transcreveu.' },
  payments: { title: 'Pagamentos', description: 'Cartão e recibos ficam no Stripe, nunca aqui.' },
  help: { title: 'Ajuda', description: undefined },
} as const;

function Payments() {
  const { data: payments, error, refetch, isFetching } = useQuery(historyQuery);
  if (payments !== undefined) {
    return (
      <>
        <PaymentList payments={payments} />
        {payments.length === 0 ? null : (
          <div className="mt-4">
            <PortalButton label="Trocar cartão e ver faturas" />
          </div>
        )}
      </>
    );
  }
  if (error === null) return <PaymentsSkeleton />;
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="text-ink-soft">Não foi possível carregar os pagamentos. {describeError(error).text}</p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </div>
  );
}

/** The plan, what was used of it, and what was paid for it. */
export function BillingScreen() {
  usePortalReturn();
  const billing = useQuery(billingQuery);
  const usage = useQuery(usageQuery);
  const plans = useQuery(plansQuery);
  const error = billing.error ?? usage.error;
  if ((billing.data === undefined || usage.data === undefined) && error !== null) {
    return (
      <div className="mt-8">
        <ErrorState
          title="Não foi possível carregar os dados do plano."
          onRetry={() => {
            void billing.refetch();
            void usage.refetch();
          }}
          retrying={billing.isFetching || usage.isFetching}
          requestId={describeError(error).requestId}
        >
          {describeError(error).text}
        </ErrorState>
      </div>
    );
  }
  const isReady = billing.data !== undefined && usage.data !== undefined && !plans.isPending;
  return (
    <div className="mt-8" aria-busy={!isReady || undefined}>
      <TitledSection {...parts.plan}>
        {isReady ? (
          <SubscriptionPart
            billing={billing.data}
            usage={usage.data}
            plan={plans.data?.find(({ id }) => id === billing.data.plan)}
          />
        ) : (
          <SubscriptionSkeleton />
        )}
      </TitledSection>
      <TitledSection {...parts.usage}>
        {usage.data === undefined ? <UsageSkeleton /> : <UsagePart usage={usage.data} />}
      </TitledSection>
      <TitledSection {...parts.payments}>
        <Payments />
      </TitledSection>
      <TitledSection title={parts.help.title}>
        <p className="text-ink-soft">
          Dúvida sobre uma cobrança ou sobre o plano?{' '}
          <Link to={paths.support} className={textLinkClass}>
            Fale com o suporte
          </Link>
          .
        </p>
      </TitledSection>
    </div>
  );
}
