import { Outlet } from 'react-router';
import { VisitorsOnly } from '../../features/auth/session/visitors-only.tsx';
import { ErrorScreen } from '../../shell/error-screen.tsx';
import { MarketingFrame } from '../../shell/marketing-frame.tsx';

export default function MarketingLayout() {
  return (
    <VisitorsOnly>
      <MarketingFrame>
        <Outlet />
      </MarketingFrame>
    </VisitorsOnly>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <MarketingFrame>
      <ErrorScreen error={error} />
    </MarketingFrame>
  );
}
