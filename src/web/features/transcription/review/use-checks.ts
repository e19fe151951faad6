import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo } from 'react';
import { secondMs } from '#domain/format/durations.ts';
import { ApiError } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { sessionStore } from '#web/features/auth/session/session-store.ts';
import { type Draft, DraftOwner, hasDraft, useDraft } from '#web/forms/drafts.ts';
import { toast } from '#web/ui/toast.tsx';
import { fetchText } from '../text/api.ts';
import type { TextStore } from '../text/text-store.ts';
import { checksQuery, sendChecks } from './api.ts';
import { type CheckStore, createCheckStore, parsePendingChecks } from './check-store.ts';

const draftPlace = 'checks.';

type Open = Readonly<{ checks: CheckStore; owner: string | null }>;
/** Stays after its page while the server does not have everything, as an edited text does. */
const open = new Map<TextStore, Open>();

/** Resolves with false if the server could not get all confirmations of this account. */
export async function sendOpenChecks(accountId: string): Promise<boolean> {
  const stores = [...open.values()].filter(({ owner }) => owner === accountId);
  await Promise.all(stores.map(({ checks }) => checks.flush()));
  // A page that crashed has left its confirmations in the browser.
  return stores.every(({ checks }) => checks.isSent()) && !hasDraft(accountId, draftPlace);
}

/** Another account would send them as its own. Their drafts stay for the next visit. */
function closeChecksOfOthers(owner: string | null) {
  for (const [store, each] of open)
    if (each.owner !== owner) {
      each.checks.stop();
      open.delete(store);
    }
}

export const closeOpenChecks = () => closeChecksOfOthers(null);

function isSignedIn(owner: string | null): boolean {
  const session = sessionStore.current();
  return session.status === 'signed_in' && session.account.id === owner;
}

function pauseAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return 0;
  const isTemporary = error.status >= 500 || error.status === 401 || error.status === 429;
  return isTemporary ? (error.retryAfterSeconds ?? 0) * secondMs : undefined;
}

const droppedText = (count: number) =>
  count === 1 ? 'Um trecho conferido não foi guardado.' : `${count} trechos conferidos não foram guardados.`;

type OpenOptions = {
  jobId: string;
  owner: string | null;
  store: TextStore;
  draft: Draft<NonNullable<ReturnType<typeof parsePendingChecks>>>;
  queryClient: QueryClient;
};

const createChecks = ({ jobId, owner, store, draft, queryClient }: OpenOptions) =>
  createCheckStore({
    draft,
    async saveText() {
      if (!isSignedIn(owner)) return false;
      await store.saveNow();
      return (
        isSignedIn(owner) && store.status().save.kind === 'saved' && store.status().conflicts.length === 0
      );
    },
    async send(change) {
      const { queryKey } = checksQuery(jobId);
      const { refused, ...answer } = await sendChecks(jobId, change);
      // The text changed elsewhere, and the person has to see the one that is left to confirm.
      if (refused.length > 0) store.follow(await fetchText(jobId));
      // An older answer would take the confirmations away again.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, answer);
      return { ...answer, refused };
    },
    textAt: store.savedTextAt,
    pauseAfter,
    onDropped: (count, error) =>
      toast.error(`${droppedText(count)} ${describeError(error).text} Depois, confira de novo.`),
  });

/** The passages that a person confirmed, here or on another device. */
export function useChecks(jobId: string, store: TextStore, isOffered: boolean): CheckStore {
  const owner = useContext(DraftOwner);
  const queryClient = useQueryClient();
  const draft = useDraft(`${draftPlace}${jobId}`, parsePendingChecks);
  const checks = useMemo(
    () => open.get(store)?.checks ?? createChecks({ jobId, owner, store, draft, queryClient }),
    [jobId, owner, store, draft, queryClient],
  );

  const { data } = useQuery({ ...checksQuery(jobId), enabled: isOffered });
  useEffect(() => {
    if (data === undefined) return;
    let isOver = false;
    async function take(answer: NonNullable<typeof data>) {
      if (answer.revision > store.revision()) store.follow(await fetchText(jobId));
      if (isOver) return;
      // The ids belong to the texts of one revision. An edit during the request needs another answer.
      if (answer.revision === store.revision()) checks.take(answer);
      else await queryClient.invalidateQueries({ queryKey: checksQuery(jobId).queryKey });
    }
    take(data).catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [data, checks, store, jobId, queryClient]);

  useEffect(() => {
    closeChecksOfOthers(owner);
    open.set(store, { checks, owner });
    const isBack = () => void checks.flush();
    addEventListener('online', isBack);
    isBack();
    return () => {
      removeEventListener('online', isBack);
      const forget = () => {
        if (checks.isSent() && open.get(store)?.checks === checks) open.delete(store);
      };
      const stopWaiting = checks.subscribe(() => {
        if (!checks.isSent()) return;
        forget();
        stopWaiting();
      });
      forget();
    };
  }, [checks, owner, store]);
  return checks;
}
