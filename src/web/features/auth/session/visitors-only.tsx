import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { CheckingScreen } from './checking-screen.tsx';
import { safeRedirect } from './safe-redirect.ts';
import { useSession } from './use-session.ts';

/**
 * Public pages: who is signed in belongs in the dashboard, or where they were going when they were asked to come in.
 * Visitors see the page at once, without a script; who has yet to pass the second factor may stay.
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
