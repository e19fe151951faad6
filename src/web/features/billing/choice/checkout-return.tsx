import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { BillingState } from '#contract/billing.ts';
import { paths } from '#web/app/paths.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { billingQuery, syncBilling } from '../subscription/api.ts';
import { Notice } from '../subscription/billing-notices.tsx';

const mark = 'pagamento';
const tries = 5;
const pauseMs = 2_000;

/** `slow`: Stripe does not report the payment yet; its webhook will follow. */
export type CheckoutReturn = 'none' | 'checking' | 'paid' | 'slow' | 'gave_up' | 'unknown';

type Returned = { state: CheckoutReturn; again: () => void };

/** After the return from the payment page, asks Stripe for the result instead of trusting the address. */
export function useCheckoutReturn(): Returned {
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const [state, setState] = useState<CheckoutReturn>(() => {
    const outcome = search.get(mark);
    if (outcome === 'desistiu') return 'gave_up';
    return outcome === 'ok' ? 'checking' : 'none';
  });

  useEffect(() => {
    // Remove the mark, so that a reload does not repeat the message.
    if (!search.has(mark)) return;
    const rest = new URLSearchParams(search);
    rest.delete(mark);
    setSearch(rest, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  useEffect(() => {
    if (state !== 'checking') return;
    let left = tries;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let unmounted = false;
    const poll = async () => {
      try {
        left -= 1;
        const billing = await syncBilling();
        if (unmounted) return;
        if (billing.status !== 'none') {
          await queryClient.invalidateQueries();
          queryClient.setQueryData(billingQuery.queryKey, billing);
          return setState('paid');
        }
        if (left === 0) return setState('slow');
        timer = setTimeout(() => void poll(), pauseMs);
      } catch {
        if (!unmounted) setState('unknown');
      }
    };
    void poll();
    return () => {
      unmounted = true;
      clearTimeout(timer);
    };
  }, [state, queryClient]);

  return { state, again: () => setState('checking') };
}

type ReturnNoticeProps = { returned: ReturnType<typeof useCheckoutReturn>; billing: BillingState };

/** The result of the checkout. Always rendered, because a screen reader announces only changes within it. */
export function ReturnNotice({ returned, billing }: ReturnNoticeProps) {
  return (
    <div role="status" className="not-empty:mb-6">
      <Said returned={returned} billing={billing} />
    </div>
  );
}

function Said({ returned: { state, again }, billing }: ReturnNoticeProps) {
  const lookAgain = (
    <Button variant="secondary" onClick={again}>
      Verificar de novo
    </Button>
  );
  switch (state) {
    case 'none':
      return null;
    case 'checking':
      return (
        <p className="flex items-center gap-3 text-sm text-ink-soft">
          <Spinner className="size-4" />
          Confirmando seu pagamento...
        </p>
      );
    case 'paid':
      return (
        <Notice
          tone="thread"
          title={`Pagamento confirmado. Seu plano agora é o ${billing.plan_name}.`}
          action={
            <Link to={paths.newFile} className={buttonClass()}>
              Enviar novo arquivo
            </Link>
          }
        >
          O recibo fica em Meu plano.
        </Notice>
      );
    case 'slow':
      return (
        <Notice tone="notice" title="Ainda não recebemos a confirmação do pagamento." action={lookAgain}>
          Isso pode levar alguns minutos. Não é preciso pagar de novo.
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="notice" title="Não conseguimos verificar o pagamento agora." action={lookAgain}>
          Se ele foi feito, seu plano muda assim que a confirmação chegar.
        </Notice>
      );
    case 'gave_up':
      return <Notice title="Você saiu da página de pagamento. Nada foi cobrado." />;
  }
}
