import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import { ownRedirect } from './own-redirect.ts';
import { useSession } from './use-session.ts';

type CheckingScreenProps = { text?: string; className?: string };

export function CheckingScreen({
  text = 'Verificando autenticação...',
  className = 'grid',
}: CheckingScreenProps) {
  return (
    <div role="status" className={`min-h-dvh place-content-center ${className}`}>
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner className="size-5 text-thread" />
        {text}
      </p>
    </div>
  );
}

/**
 * Public pages. Signed-in users are redirected to the dashboard or to the page they wanted. Visitors see the page
 * at once, without scripts. A user without the second factor may stay.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.status === 'signed_in')
    return <Navigate to={ownRedirect(params.get('redirect'), session.account)} replace />;
  return (
    <>
      <CheckingScreen className="session-veil" />
      <div className="visitors-page">{children}</div>
    </>
  );
}
