import { Outlet } from 'react-router';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { ErrorScreen } from '#web/shell/error-screen.tsx';

export default function AuthLayout() {
  return (
    <AuthFrame>
      <Outlet />
    </AuthFrame>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <AuthFrame>
      <ErrorScreen error={error} />
    </AuthFrame>
  );
}
