import { Outlet } from 'react-router';
import { VisitorsOnly } from '#web/features/auth/session/visitors-only.tsx';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { MarketingFrame } from '#web/shell/marketing-frame.tsx';

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
