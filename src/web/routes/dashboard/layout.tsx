import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { GraceBanner } from '../../features/plans/grace-banner.tsx';
import { profileQuery } from '../../features/profile/profile-calls.ts';
import { keptRecordings } from '../../features/recording/recording-vault.ts';
import type { Account } from '../../features/session/account.ts';
import { AccountProvider } from '../../features/session/account-context.ts';
import { sessionStore } from '../../features/session/session-store.ts';
import { beforeSignOut } from '../../features/session/sign-out.ts';
import { SignedInOnly } from '../../features/session/signed-in-only.tsx';
import { forgetOpenTexts, saveOpenTexts } from '../../features/transcript-text/open-text-store.ts';
import { forgetUploads } from '../../features/upload/current-queue.ts';
import { UploadTray } from '../../features/upload/upload-tray.tsx';
import { UploadsProvider } from '../../features/upload/uploads-provider.tsx';
import { createQueryClient } from '../../query-client.ts';
import { DashboardFrame } from '../../shell/dashboard-frame.tsx';
import { ErrorScreen } from '../../shell/error-screen.tsx';

/** The photo is the profile's: a session that carried it would send it with every check. */
function useWithProfile(account: Account): Account {
  const queryClient = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const told = [account.name, account.image, account.email].join('\n');
  const before = useRef(told);
  useEffect(() => {
    if (before.current === told) return;
    before.current = told;
    // Another tab has saved the profile, or a link of a mail was opened there.
    void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [told, queryClient]);
  return profile === undefined ? account : { ...account, name: profile.name, image: profile.avatar };
}

/** Who left on purpose leaves no file behind; who was put out finds them again. */
function useForgetting() {
  useEffect(
    () => () => {
      const session = sessionStore.current();
      const hasLeft = session.status === 'signed_out' && session.reason === 'left';
      if (!hasLeft && session.status !== 'leaving') return;
      forgetUploads();
      forgetOpenTexts();
    },
    [],
  );
}

/** The last words that were typed are with the server before the session ends. */
const useSavingBeforeLeave = () =>
  useEffect(
    () =>
      beforeSignOut({
        isDone: saveOpenTexts,
        question: 'Há texto que ainda não foi salvo e que será perdido.',
      }),
    [],
  );

/** A voice stays in a browser that others may use: who leaves must know. */
function useTellingOfRecordings(userId: string) {
  useEffect(
    () =>
      beforeSignOut({
        // A browser that keeps nothing has nothing to tell.
        isDone: () =>
          keptRecordings(userId).then(
            (kept) => kept.length === 0,
            () => true,
          ),
        question:
          'Há uma gravação não enviada. Ela fica guardada neste navegador até que você entre de novo e a envie ou descarte.',
      }),
    [userId],
  );
}

function Framed({ account }: { account: Account }) {
  const shown = useWithProfile(account);
  useForgetting();
  useSavingBeforeLeave();
  useTellingOfRecordings(account.id);
  return (
    <AccountProvider value={shown}>
      <UploadsProvider userId={account.id}>
        <DashboardFrame account={shown}>
          <GraceBanner />
          <Outlet />
        </DashboardFrame>
        <UploadTray />
      </UploadsProvider>
    </AccountProvider>
  );
}

function AccountPages({ account }: { account: Account }) {
  // Made per person and visit: nothing of the last one is left in memory.
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Framed account={account} />
    </QueryClientProvider>
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
