import { Button } from '../../../ui/button.tsx';
import { openPortal } from './billing-calls.ts';
import { billingFault } from './billing-fault.ts';
import { useLeaving } from './use-leaving.ts';

type PortalButtonProps = { label: string; variant?: 'primary' | 'secondary' };

/** To Stripe's own page: cards are typed there and nowhere else. */
export function PortalButton({ label, variant = 'secondary' }: PortalButtonProps) {
  const { leavingFor, leave } = useLeaving<'portal'>((error) =>
    billingFault(error, 'Erro ao abrir a página de pagamentos. Tente novamente.'),
  );
  const isLeaving = leavingFor !== undefined;
  return (
    <Button variant={variant} busy={isLeaving} onClick={() => void leave('portal', openPortal)}>
      {isLeaving ? 'Abrindo...' : label}
    </Button>
  );
}
