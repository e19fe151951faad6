import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../../paths.ts';
import { CheckingScreen } from './checking-screen.tsx';
import { useSession } from './use-session.ts';

/** Public pages: who is signed in belongs in the dashboard. Visitors see the page at once, without a script. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  if (session.status === 'signed_in') return <Navigate to={paths.dashboard} replace />;
  return (
    <>
      <CheckingScreen className="session-veil" />
      <div className="visitors-page">{children}</div>
    </>
  );
}
