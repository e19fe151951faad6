import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { billingErrorText, openPortal, syncBilling } from './api.ts';

type ExternalRedirect<Key> = {
  /** What was pressed and leads away; undefined while nothing is. */
  leavingFor: Key | undefined;
  leave: (key: Key, ask: () => Promise<string>) => Promise<void>;
};

/** Buttons that ask the server for an address elsewhere and go there: once, however often they are pressed. */
export function useExternalRedirect<Key>(faultText: (error: unknown) => string): ExternalRedirect<Key> {
  const [leavingFor, setLeavingFor] = useState<Key>();
  const asked = useRef(false);

  useEffect(() => {
    // Back by the browser's button, the page is the one that was left, busy as it was.
    const cameBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      asked.current = false;
      setLeavingFor(undefined);
    };
    addEventListener('pageshow', cameBack);
    return () => removeEventListener('pageshow', cameBack);
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

/** To Stripe's own page: cards are typed there and nowhere else. */
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
