import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { AccountProvider } from '../../features/session/account-context.ts';
import { SignedInOnly } from '../../features/session/signed-in-only.tsx';
import { createQueryClient } from '../../query-client.ts';
import { DashboardFrame } from '../../shell/dashboard-frame.tsx';
import { ErrorScreen } from '../../shell/error-screen.tsx';

export default function DashboardLayout() {
  // Made per visit to the dashboard: after a sign-out nothing of the last person is left in memory.
  const [queryClient] = useState(createQueryClient);
  return (
    <SignedInOnly>
      {(account) => (
        <AccountProvider value={account}>
          <QueryClientProvider client={queryClient}>
            <DashboardFrame account={account}>
              <Outlet />
            </DashboardFrame>
          </QueryClientProvider>
        </AccountProvider>
      )}
    </SignedInOnly>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <SignedInOnly>
      {(account) => (
        <DashboardFrame account={account}>
          <ErrorScreen error={error} />
        </DashboardFrame>
      )}
    </SignedInOnly>
  );
}
