import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { syncBilling } from './billing-calls.ts';

const mark = 'portal';

/** At Stripe's page a card may have paid what was owed: that is asked for at once, not when its notice comes. */
export function usePortalReturn() {
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const isBack = search.has(mark);
  useEffect(() => {
    if (!isBack) return;
    setSearch({}, { replace: true });
    // What is shown meanwhile is what was true a minute ago, and the nightly look comes by anyway.
    syncBilling()
      .then(() => queryClient.invalidateQueries())
      .catch(() => {});
  }, [isBack, setSearch, queryClient]);
}
