import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { CheckingScreen } from './checking-screen.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useSession } from './use-session.ts';

/**
 * Public pages. Signed-in people are redirected to the dashboard or to the page they wanted. Visitors see the page
 * at once, without scripts. A person without the second factor may stay.
 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const [params] = useSearchParams();
  if (session.status === 'signed_in') return <Navigate to={safeRedirect(params.get('redirect'))} replace />;
  return (
    <>
      <CheckingScreen className="session-veil" />
      <div className="visitors-page">{children}</div>
    </>
  );
}
