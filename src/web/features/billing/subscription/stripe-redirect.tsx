import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useExternalRedirect } from '#web/browser/use-external-redirect.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { billingErrorText, openPortal, syncBilling } from './api.ts';

type PortalButtonProps = { label: string; variant?: 'primary' | 'secondary' };

/** Opens Stripe's own page, the only place where cards are entered. */
export function PortalButton({ label, variant = 'secondary' }: PortalButtonProps) {
  const { leavingFor, leave } = useExternalRedirect<'portal'>({
    fetchUrl: openPortal,
    onError: (error) =>
      toast.error(billingErrorText(error, 'Erro ao abrir a página de pagamentos. Tente novamente.')),
  });
  const isLeaving = leavingFor !== undefined;
  return (
    <Button variant={variant} busy={isLeaving} onClick={() => leave('portal')}>
      {isLeaving ? 'Abrindo...' : label}
    </Button>
  );
}

const mark = 'portal';

/** On Stripe's page a card may have paid the debt, so sync at once instead of waiting for the webhook. */
export function usePortalReturn() {
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const isBack = search.has(mark);
  useEffect(() => {
    if (!isBack) return;
    setSearch({}, { replace: true });
    // Until then the page shows the previous state. A failure is harmless, because a nightly job syncs too.
    syncBilling()
      .then(() => queryClient.invalidateQueries())
      .catch(() => {});
  }, [isBack, setSearch, queryClient]);
}
