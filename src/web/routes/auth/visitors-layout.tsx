import { Outlet } from 'react-router';
import { VisitorsOnly } from '#web/features/auth/session/visitors-only.tsx';

export default function VisitorsLayout() {
  return (
    <VisitorsOnly>
      <Outlet />
    </VisitorsOnly>
  );
}
