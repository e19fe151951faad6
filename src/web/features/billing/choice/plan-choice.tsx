import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import type { PlanCard } from '#contract/plans.ts';
import { useExternalRedirect } from '#web/browser/use-external-redirect.ts';
import { useMediaQuery } from '#web/browser/use-media-query.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { buildOffers, hasBothPeriods, type Period, savingText } from '../plans/plan-offers.ts';
import { fullPlanName, isForSale } from '../plans/plan-text.ts';
import {
  cancelSubscription,
  changePlan,
  checkoutErrorText,
  creditQuery,
  openCheckout,
  resumeSubscription,
} from '../subscription/api.ts';
import {
  BillingActionDialog,
  ExplanationDialog,
  ResumeDialog,
  useBillingAction,
} from '../subscription/billing-dialogs.tsx';
import { Notice, PaymentsOff } from '../subscription/billing-notices.tsx';
import { cancellationText } from '../subscription/subscription-text.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import { type CheckoutReturn, ReturnNotice, useCheckoutReturn } from './checkout-return.tsx';
import { ChoiceCards, ChoiceTable, type Choosing } from './choice-views.tsx';
import { CurrentPlanCard, PeriodSwitch } from './current-plan-card.tsx';

type PlanChoiceProps = {
  plans: readonly PlanCard[];
  billing: BillingState;
  onInterest: (plan: PlanCard) => void;
};

/** At this width the comparison fits beside the sidebar. Below it, each plan is a card. */
const wide = '(min-width: 64rem)';

const mayHavePaid: readonly CheckoutReturn[] = ['checking', 'slow', 'unknown'];

/** The plan that the visitor chose before signing up or in. */
function useChosenBefore(plans: readonly PlanCard[]) {
  const [search] = useSearchParams();
  const [wanted] = useState(() => search.get('plano'));
  const plan = plans.find(({ id }) => id === wanted);
  return plan !== undefined && isForSale(plan) ? plan : undefined;
}

export function PlanChoice({ plans, billing, onInterest }: PlanChoiceProps) {
  // Only one of the two views is rendered, because screen readers and page search would find a hidden one too.
  const isWide = useMediaQuery(wide);
  const returned = useCheckoutReturn();
  const chosen = useChosenBefore(plans);
  const current = plans.find(({ id }) => id === billing.plan);
  const isAnnual = (chosen ?? current)?.billing_period === 'Anual';
  const [picked, setPicked] = useState<Period>();
  // Until the user switches, the period follows the plan, because a new payment may be known only after a while.
  const period = picked ?? (isAnnual ? 'annual' : 'monthly');
  const [wanted, setWanted] = useState<PlanCard>();
  const [isLeaving, setIsLeaving] = useState(false);
  const { leavingFor, leave } = useExternalRedirect({
    fetchUrl: openCheckout,
    onError: (error) => toast.error(checkoutErrorText(error)),
  });
  const offers = buildOffers(plans);
  const basic = offers.find(hasBothPeriods);

  const change = useBillingAction({
    ask: () => changePlan(wanted?.id ?? ''),
    faultText: 'Erro ao trocar de plano. Tente novamente.',
  });
  const { data: creditCents = 0 } = useQuery(creditQuery);
  const end = useBillingAction({ ask: cancelSubscription, faultText: 'Erro ao cancelar plano.' });
  const resume = useBillingAction({ ask: resumeSubscription, faultText: 'Erro ao atualizar assinatura.' });

  function onChoose(plan: PlanCard) {
    if (plan.price_cents === 0 && billing.status === 'cancels_at') return setIsLeaving(true);
    if (plan.price_cents === 0) return end.changeOpen(true);
    if (billing.status === 'none') return leave(plan.id);
    setWanted(plan);
    change.changeOpen(true);
  }

  const choosing: Choosing = {
    currentPlanId: billing.plan,
    leavingFor,
    isSelling: billing.is_available,
    isQuiet: mayHavePaid.includes(returned.state),
    onChoose,
    onInterest,
  };
  const Choice = isWide ? ChoiceTable : ChoiceCards;
  const isChoiceOpen = chosen !== undefined && billing.status === 'none' && billing.is_available;

  return (
    <>
      <ReturnNotice returned={returned} billing={billing} />
      {isChoiceOpen && returned.state === 'none' ? (
        <div className="mb-6">
          <Notice
            tone="thread"
            title={`Você escolheu o ${fullPlanName(chosen)}.`}
            action={
              <Button busy={leavingFor === chosen.id} onClick={() => onChoose(chosen)}>
                Ir para o pagamento
              </Button>
            }
          >
            Sua conta está pronta. Falta o pagamento, em uma página segura do Stripe.
          </Notice>
        </div>
      ) : null}
      {billing.is_available ? null : <PaymentsOff />}
      <CurrentPlanCard
        billing={billing}
        plan={current}
        onCancel={() => end.changeOpen(true)}
        onResume={() => resume.changeOpen(true)}
      />
      <section aria-labelledby="comparar" className="mt-8">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="comparar" className="font-semibold">
            Compare os planos
          </h2>
          {basic === undefined ? null : (
            <PeriodSwitch period={period} onChange={setPicked} saving={savingText(basic)} />
          )}
        </div>
        <Choice offers={offers} period={period} choosing={choosing} />
        {billing.is_available ? (
          <p className="mt-4 max-w-reading text-sm text-ink-soft">
            O pagamento é feito no Stripe, com cartão, e nenhum dado do cartão passa por aqui. Em até 7 dias
            de cada pagamento você pode pedir o dinheiro de volta.
          </p>
        ) : null}
      </section>
      {wanted === undefined ? null : (
        <ChangePlanDialog action={change} plan={wanted} status={billing.status} />
      )}
      <BillingActionDialog
        action={end}
        title="Voltar para o plano Free?"
        confirmLabel="Voltar para Free"
        busyLabel="Cancelando..."
        cancelLabel="Manter o plano"
      >
        {cancellationText(billing, creditCents)}
      </BillingActionDialog>
      <ExplanationDialog
        open={isLeaving}
        onOpenChange={setIsLeaving}
        title="Seu plano já volta para o Free"
        text={cancellationText(billing, creditCents)}
      />
      <ResumeDialog action={resume} />
    </>
  );
}
