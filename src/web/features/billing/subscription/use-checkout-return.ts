import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { billingQuery, syncBilling } from './billing-calls.ts';

const mark = 'pagamento';
const tries = 5;
const pauseMs = 2_000;

/** `slow`: Stripe does not know of the payment yet; its own notice will follow. */
export type CheckoutReturn = 'none' | 'checking' | 'paid' | 'slow' | 'gave_up' | 'unknown';

type Returned = { state: CheckoutReturn; again: () => void };

/** Somebody comes back from the payment page: what came of it is asked at Stripe, not read from the address. */
export function useCheckoutReturn(): Returned {
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const [state, setState] = useState<CheckoutReturn>(() => {
    const said = search.get(mark);
    if (said === 'desistiu') return 'gave_up';
    return said === 'ok' ? 'checking' : 'none';
  });

  useEffect(() => {
    // A reload later says nothing old.
    if (!search.has(mark)) return;
    const rest = new URLSearchParams(search);
    rest.delete(mark);
    setSearch(rest, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  useEffect(() => {
    if (state !== 'checking') return;
    let left = tries;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      try {
        left -= 1;
        const billing = await syncBilling();
        if (gone) return;
        if (billing.status !== 'none') {
          await queryClient.invalidateQueries();
          queryClient.setQueryData(billingQuery.queryKey, billing);
          return setState('paid');
        }
        if (left === 0) return setState('slow');
        timer = setTimeout(() => void look(), pauseMs);
      } catch {
        if (!gone) setState('unknown');
      }
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [state, queryClient]);

  return { state, again: () => setState('checking') };
}
