import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo } from 'react';
import { ApiError } from '../../../api/client.ts';
import { DraftOwner, useDraft } from '../../../forms/drafts.ts';
import { fetchText } from '../text/api.ts';
import type { TextStore } from '../text/text-store.ts';
import { checksQuery, sendChecks } from './api.ts';
import { type CheckStore, createCheckStore, parsePendingChecks } from './check-store.ts';

const openStores = new Map<CheckStore, string | null>();

/** Resolves with false if the server could not get all confirmations of this account. */
export async function sendOpenChecks(accountId: string): Promise<boolean> {
  const stores = [...openStores].filter(([, owner]) => owner === accountId).map(([store]) => store);
  await Promise.all(stores.map((store) => store.flush()));
  return stores.every((store) => store.isSent());
}

const isTemporary = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status);

/** The passages that a person confirmed, here or on another device. */
export function useChecks(jobId: string, store: TextStore, isOffered: boolean): CheckStore {
  const owner = useContext(DraftOwner);
  const queryClient = useQueryClient();
  const draft = useDraft(`checks.${jobId}`, parsePendingChecks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is of this owner and recording
  const checks = useMemo(
    () =>
      createCheckStore({
        draft,
        async saveText() {
          await store.saveNow();
          return store.status().save.kind === 'saved' && store.status().conflicts.length === 0;
        },
        async send(change) {
          const { queryKey } = checksQuery(jobId);
          const answer = await sendChecks(jobId, change);
          // The text changed elsewhere, and the person has to see the one that is left to confirm.
          if (answer.refused.length > 0) store.follow(await fetchText(jobId));
          // An older answer would take the confirmations away again.
          await queryClient.cancelQueries({ queryKey });
          queryClient.setQueryData(queryKey, { checked: answer.checked, revision: answer.revision });
          return answer;
        },
        textAt: store.savedTextAt,
        isTemporary,
      }),
    [owner, jobId, store, queryClient],
  );

  const { data } = useQuery({ ...checksQuery(jobId), enabled: isOffered });
  useEffect(() => {
    if (data === undefined) return;
    let isOver = false;
    async function take({ checked, revision }: NonNullable<typeof data>) {
      if (revision > store.revision()) store.follow(await fetchText(jobId));
      if (isOver) return;
      // The ids belong to the texts of one revision. An edit during the request needs another answer.
      if (revision === store.revision()) checks.take(checked);
      else await queryClient.invalidateQueries({ queryKey: checksQuery(jobId).queryKey });
    }
    take(data).catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [data, checks, store, jobId, queryClient]);

  useEffect(() => {
    openStores.set(checks, owner);
    const isBack = () => void checks.flush();
    addEventListener('online', isBack);
    isBack();
    return () => {
      removeEventListener('online', isBack);
      openStores.delete(checks);
      checks.stop();
    };
  }, [checks, owner]);
  return checks;
}
