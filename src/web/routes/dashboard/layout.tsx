import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import type { Account } from '../../features/session/account.ts';
import { AccountProvider } from '../../features/session/account-context.ts';
import { SignedInOnly } from '../../features/session/signed-in-only.tsx';
import { createQueryClient } from '../../query-client.ts';
import { DashboardFrame } from '../../shell/dashboard-frame.tsx';
import { ErrorScreen } from '../../shell/error-screen.tsx';

function AccountPages({ account }: { account: Account }) {
  // Made per person and visit: nothing of the last one is left in memory.
  const [queryClient] = useState(createQueryClient);
  return (
    <AccountProvider value={account}>
      <QueryClientProvider client={queryClient}>
        <DashboardFrame account={account}>
          <Outlet />
        </DashboardFrame>
      </QueryClientProvider>
    </AccountProvider>
  );
}

export default function DashboardLayout() {
  return (
    // By the key: another tab may sign in somebody else while this one stands open.
    <SignedInOnly>{(account) => <AccountPages key={account.id} account={account} />}</SignedInOnly>
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
