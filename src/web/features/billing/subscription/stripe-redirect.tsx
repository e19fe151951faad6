import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billingErrorText, openPortal, syncBilling } from './api.ts';

type ExternalRedirect<Key> = {
  /** The key of the pressed button; undefined before a click. */
  leavingFor: Key | undefined;
  leave: (key: Key, ask: () => Promise<string>) => Promise<void>;
};

/** For buttons that get an external address from the server and go there. Repeated clicks cause one request. */
export function useExternalRedirect<Key>(faultText: (error: unknown) => string): ExternalRedirect<Key> {
  const [leavingFor, setLeavingFor] = useState<Key>();
  const asked = useRef(false);

  useEffect(() => {
    // The browser's back button may restore this page from the back/forward cache, still busy.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      asked.current = false;
      setLeavingFor(undefined);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  async function leave(key: Key, ask: () => Promise<string>) {
    if (asked.current) return;
    asked.current = true;
    setLeavingFor(key);
    try {
      window.location.assign(await ask());
    } catch (error) {
      asked.current = false;
      setLeavingFor(undefined);
      toast.error(faultText(error));
    }
  }

  return { leavingFor, leave };
}

type PortalButtonProps = { label: string; variant?: 'primary' | 'secondary' };

/** Opens Stripe's own page, the only place where cards are entered. */
export function PortalButton({ label, variant = 'secondary' }: PortalButtonProps) {
  const { leavingFor, leave } = useExternalRedirect<'portal'>((error) =>
    billingErrorText(error, 'Erro ao abrir a página de pagamentos. Tente novamente.'),
  );
  const isLeaving = leavingFor !== undefined;
  return (
    <Button variant={variant} busy={isLeaving} onClick={() => void leave('portal', openPortal)}>
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
