import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { plansQuery } from '#web/api/plans-query.ts';
import { LoadError } from '#web/app/load-error.tsx';
import { paths } from '#web/app/paths.ts';
import { textLinkClass } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TitledSection } from '#web/ui/titled-section.tsx';
import { planUsageQuery } from '../api.ts';
import { billingQuery, historyQuery } from './api.ts';
import { PartLoadError } from './part-load-error.tsx';
import { PaymentList } from './payment-list.tsx';
import { PortalButton, usePortalReturn } from './stripe-redirect.tsx';
import { SubscriptionPart } from './subscription-part.tsx';
import { UsageDaysPart } from './usage-days.tsx';
import { UsagePart } from './usage-part.tsx';

const features = ['w-48', 'w-40', 'w-32', 'w-44', 'w-36'];
const payments = ['first', 'second'];

/** Name, state, features and buttons. */
export function SubscriptionSkeleton() {
  return (
    <div>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-2 h-4 w-56 max-w-full" />
      <div className="mt-6 grid gap-3.5">
        {features.map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Skeleton className="h-10 w-32" />
        <Skeleton className="h-10 w-44" />
      </div>
    </div>
  );
}

export function UsageSkeleton() {
  return (
    <div className="rounded-card border border-line bg-raised p-5">
      <Skeleton className="h-7 w-36" />
      <Skeleton className="mt-3 h-2 w-full" />
      <div className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Skeleton className="h-10.5 w-32" />
        <Skeleton className="h-10.5 w-44" />
      </div>
    </div>
  );
}

/** The usual number of rows. */
export function PaymentsSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-raised">
      {payments.map((row) => (
        <div key={row} className="flex justify-between gap-4 border-b border-line px-4 py-3 last:border-b-0">
          <div>
            <Skeleton className="h-5 w-28" />
            <Skeleton className="mt-2 h-4 w-40" />
          </div>
          <Skeleton className="h-5 w-20" />
        </div>
      ))}
    </div>
  );
}

const parts = {
  plan: { title: 'Plano', description: 'O que você tem hoje e o que pode mudar.' },
  usage: { title: 'Uso neste mês', description: 'As horas de áudio e vídeo que você já transcreveu.' },
  payments: { title: 'Pagamentos', description: 'Cartão e recibos ficam no Stripe, nunca aqui.' },
  help: { title: 'Ajuda', description: undefined },
} as const;

function Payments() {
  const query = useQuery(historyQuery);
  const { data: payments, error } = query;
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
  return <PartLoadError what="os pagamentos" query={query} />;
}

/** The plan, its usage and its payments. */
export function BillingScreen() {
  usePortalReturn();
  const billing = useQuery(billingQuery);
  const usage = useQuery(planUsageQuery);
  const plans = useQuery(plansQuery);
  if ((billing.data === undefined || usage.data === undefined) && (billing.isError || usage.isError)) {
    return (
      <div className="mt-8">
        <LoadError title="Não foi possível carregar os dados do plano." queries={[billing, usage]} />
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
        <div className="grid gap-4">
          {usage.data === undefined ? <UsageSkeleton /> : <UsagePart usage={usage.data} />}
          <UsageDaysPart />
        </div>
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
