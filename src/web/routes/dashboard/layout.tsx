import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../../api/query-client.ts';
import { profileQuery } from '../../features/account/profile/api.ts';
import type { Account } from '../../features/auth/session/account.ts';
import { sessionStore } from '../../features/auth/session/session-store.ts';
import { beforeSignOut } from '../../features/auth/session/sign-out.ts';
import { AccountProvider, SignedInOnly } from '../../features/auth/session/signed-in-only.tsx';
import { GraceBanner } from '../../features/billing/subscription/billing-notices.tsx';
import { deleteRecordingsOfUser, listRecordings } from '../../features/recording/recording-vault.ts';
import { closeOpenTexts, saveOpenTexts } from '../../features/transcription/text/open-text-store.ts';
import { UploadTray } from '../../features/upload/upload-tray.tsx';
import { areUploadsDone, forgetUploads, UploadsProvider } from '../../features/upload/uploads-provider.tsx';
import { DraftOwner, deleteAccountDrafts } from '../../forms/drafts.ts';
import { DashboardFrame } from '../../shell/dashboard-frame.tsx';
import { ErrorScreen } from '../../shell/error-screen.tsx';

/** The photo is the profile's: a session that carried it would send it with every check. */
function useAccountWithProfile(account: Account): Account {
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

/** A sign-out on purpose leaves nothing in the browser. After any other end of the session all of it is there again. */
function useClearOnSignOut(accountId: string) {
  useEffect(
    () => () => {
      const session = sessionStore.current();
      const hasLeft = session.status === 'signed_out' && session.reason === 'left';
      if (!hasLeft && session.status !== 'leaving') return;
      forgetUploads();
      closeOpenTexts();
      deleteAccountDrafts(accountId);
      // The ids are noted: a recording that cannot be deleted now is not offered again, and is deleted later.
      deleteRecordingsOfUser(accountId).catch(() => {});
    },
    [accountId],
  );
}

/** The last words that were typed are with the server before the session ends. */
function useSaveBeforeSignOut(accountId: string) {
  useEffect(
    () =>
      beforeSignOut({
        isDone: () => saveOpenTexts(accountId),
        question: 'Há texto que ainda não foi salvo e que será perdido.',
      }),
    [accountId],
  );
}

/** A sign-out deletes the recordings of the account from this browser, so it asks first. */
function useUnsentRecordingWarning(userId: string) {
  useEffect(
    () =>
      beforeSignOut({
        // A browser that keeps nothing has nothing to tell.
        isDone: () =>
          listRecordings(userId).then(
            (kept) => kept.length === 0,
            () => true,
          ),
        question: 'Há uma gravação não enviada neste navegador. Ela será apagada.',
      }),
    [userId],
  );
}

function useUnfinishedUploadWarning(userId: string) {
  useEffect(
    () =>
      beforeSignOut({
        isDone: async () => areUploadsDone(userId),
        question: 'Há um envio que ainda não terminou. Ele será cancelado.',
      }),
    [userId],
  );
}

/** Also on the error screen, whose frame has a sign-out button too. */
function useSignOutEffects(accountId: string) {
  useClearOnSignOut(accountId);
  useSaveBeforeSignOut(accountId);
  useUnsentRecordingWarning(accountId);
  useUnfinishedUploadWarning(accountId);
}

function Framed({ account }: { account: Account }) {
  const shown = useAccountWithProfile(account);
  useSignOutEffects(account.id);
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
      <DraftOwner value={account.id}>
        <Framed account={account} />
      </DraftOwner>
    </QueryClientProvider>
  );
}

export default function DashboardLayout() {
  return (
    // By the key: another tab may sign in somebody else while this one stands open.
    <SignedInOnly>{(account) => <AccountPages key={account.id} account={account} />}</SignedInOnly>
  );
}

function FramedError({ account, error }: { account: Account; error: unknown }) {
  useSignOutEffects(account.id);
  return (
    <DraftOwner value={account.id}>
      <DashboardFrame account={account}>
        <ErrorScreen error={error} />
      </DashboardFrame>
    </DraftOwner>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <SignedInOnly>
      {(account) => <FramedError key={account.id} account={account} error={error} />}
    </SignedInOnly>
  );
}
