import { useQuery } from '@tanstack/react-query';
import { dateText } from '../../../format/date.ts';
import { billingQuery } from './billing-calls.ts';
import { Notice } from './notice.tsx';
import { PortalButton } from './portal-button.tsx';

/** On every screen while a payment that failed can still be made good. */
export function GraceBanner() {
  const { data: billing } = useQuery(billingQuery);
  if (billing?.status !== 'past_due' || billing.grace_until === null) return null;
  return (
    <section
      aria-label="Pagamento pendente"
      className="mx-auto max-w-page px-gutter pt-6 sm:px-8 print:hidden"
    >
      <Notice
        tone="notice"
        title="O pagamento da sua assinatura não foi aprovado."
        action={<PortalButton label="Atualizar o cartão" />}
      >
        O plano {billing.plan_name} vale até {dateText(billing.grace_until)}. Depois disso, sua conta volta
        para o plano gratuito.
      </Notice>
    </section>
  );
}
