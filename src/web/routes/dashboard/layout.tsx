import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router';
import type { Profile } from '#contract/profile.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { profileQuery } from '#web/features/account/api.ts';
import type { Account } from '#web/features/auth/session/account.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { beforeSignOut } from '#web/features/auth/session/sign-out.ts';
import { AccountProvider, SignedInOnly } from '#web/features/auth/session/signed-in-only.tsx';
import { useSessionStream } from '#web/features/auth/session/use-session-stream.ts';
import { GraceBanner } from '#web/features/billing/subscription/billing-notices.tsx';
import { ListStreamProvider } from '#web/features/library/list-stream.tsx';
import { deleteRecordingsOfUser, listRecordings } from '#web/features/recording/recording-store.ts';
import { closeOpenChecks, sendOpenChecks } from '#web/features/transcription/review/use-checks.ts';
import { closeOpenTexts, saveOpenTexts } from '#web/features/transcription/text/use-text-store.ts';
import { DropAnywhere } from '#web/features/upload/drop/drop-anywhere.tsx';
import {
  areUploadsDone,
  cancelUploads,
  forgetUploads,
  UploadsProvider,
} from '#web/features/upload/queue/uploads-provider.tsx';
import { UploadTray } from '#web/features/upload/tray/upload-tray.tsx';
import { DraftOwner, deleteAccountDrafts } from '#web/forms/drafts.ts';
import { DashboardFrame } from '#web/shell/dashboard-frame.tsx';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { PrefetchScreens } from '#web/shell/prefetch-screens.tsx';

/** The photo comes from the profile: in the session, every check would send it. */
function useAccountWithProfile(account: Account, profile: Profile | undefined): Account {
  const queryClient = useQueryClient();
  const fingerprint = [account.name, account.image, account.email].join('\n');
  const before = useRef(fingerprint);
  useEffect(() => {
    if (before.current === fingerprint) return;
    before.current = fingerprint;
    // Another tab saved the profile, or opened a confirmation link.
    void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
  }, [fingerprint, queryClient]);
  return profile === undefined ? account : { ...account, name: profile.name, image: profile.avatar };
}

/**
 * A deliberate sign-out clears the account's data from the browser. After any other end of the session it stays, until
 * another account signs in.
 */
function useClearOnSignOut(accountId: string) {
  useEffect(
    () => () => {
      const session = sessionStore.current();
      // Another tab signed in to another account. A draft may have been written a moment later.
      if (session.status === 'signed_in' && session.account.id !== accountId) {
        closeOpenChecks();
        deleteAccountDrafts(accountId);
      }
      const hasLeft = session.status === 'signed_out' && session.reason === 'left';
      if (!hasLeft && session.status !== 'leaving') return;
      forgetUploads();
      closeOpenTexts();
      closeOpenChecks();
      deleteAccountDrafts(accountId);
      // A recording that cannot be deleted now is marked, so that it is not offered again and is deleted later.
      deleteRecordingsOfUser(accountId).catch(() => {});
    },
    [accountId],
  );
}

async function hasNoRecordings(accountId: string) {
  try {
    return (await listRecordings(accountId)).length === 0;
  } catch {
    // Without browser storage there are no recordings.
    return true;
  }
}

/** Saves the last edits before the session ends, and asks for confirmation if the sign-out would lose data. */
function useQuestionsBeforeSignOut(accountId: string) {
  useEffect(() => {
    const removals = [
      beforeSignOut({
        isDone: () => saveOpenTexts(accountId),
        question: 'Há texto que ainda não foi salvo e que será perdido.',
      }),
      beforeSignOut({
        isDone: () => sendOpenChecks(accountId),
        question: 'Há trechos conferidos que ainda não foram salvos.',
      }),
      beforeSignOut({
        isDone: () => hasNoRecordings(accountId),
        question: 'Há uma gravação não enviada neste navegador. Ela será apagada.',
      }),
      beforeSignOut({
        isDone: async () => areUploadsDone(accountId),
        question: 'Há um envio que ainda não terminou. Ele será cancelado.',
        finish: () => cancelUploads(accountId),
      }),
    ];
    return () => {
      for (const remove of removals) remove();
    };
  }, [accountId]);
}

/** The error screen needs these too, because its frame has a sign-out button. */
function useSignOutEffects(accountId: string) {
  useClearOnSignOut(accountId);
  useQuestionsBeforeSignOut(accountId);
}

function Framed({ account }: { account: Account }) {
  const { data: profile } = useQuery(profileQuery);
  const shown = useAccountWithProfile(account, profile);
  useSessionStream();
  useSignOutEffects(account.id);
  return (
    <AccountProvider value={shown}>
      <ListStreamProvider>
        <UploadsProvider userId={account.id}>
          <DashboardFrame account={shown}>
            <GraceBanner />
            <Outlet />
          </DashboardFrame>
          <PrefetchScreens />
          <DropAnywhere planName={profile?.plan_name} />
          <UploadTray />
        </UploadsProvider>
      </ListStreamProvider>
    </AccountProvider>
  );
}

function AccountPages({ account }: { account: Account }) {
  // One client per account and visit, so that no data of the previous account stays in memory.
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
    // The key resets the pages when another tab signs in to another account.
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
