import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListedTranscription, TranscriptionPage } from '#contract/transcription-list.ts';
import { displayName } from '#domain/transcript/transcription-name.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { deleteTranscriptions, restoreTranscriptions } from '#web/features/transcription/screen/api.ts';
import { clearTranscriptionStorage } from '#web/features/transcription/transcription-storage.ts';
import { showUndoToast, toast } from '#web/ui/toast.tsx';
import { listKey, removeListItems } from './api.ts';
import { isRunning } from './running-texts.ts';

const noMinutesBack = 'Excluir não devolve os minutos do plano.';

/** The texts of the confirmation dialog, in singular or plural. */
export function deleteTexts(items: readonly ListedTranscription[]) {
  const [first] = items;
  const hasRunning = items.some(isRunning);
  if (items.length === 1 && first !== undefined) {
    const what = hasRunning
      ? `“${displayName(first)}” deixa de ser transcrita e sai da sua lista.`
      : `“${displayName(first)}” sai da sua lista.`;
    return { title: 'Excluir esta transcrição?', description: `${what} ${minutesNote([first])}`.trim() };
  }
  const what = hasRunning
    ? 'Elas saem da sua lista, e as que estão em andamento deixam de ser transcritas.'
    : 'Elas saem da sua lista.';
  return {
    title: `Excluir ${items.length} transcrições?`,
    description: `${what} ${minutesNote(items)}`.trim(),
  };
}

/** Examples and failed transcriptions cost no minutes. */
function minutesNote(items: readonly ListedTranscription[]) {
  const hasCost = items.some(
    ({ is_example, status }) => !is_example && status !== 'error' && status !== 'failed',
  );
  return hasCost ? noMinutesBack : '';
}

/** The duration of the row's fade-out. */
const leaveMs = 140;

const deletedText = (count: number) =>
  count === 1 ? 'Transcrição excluída.' : `${count} transcrições excluídas.`;

const none: ReadonlySet<string> = new Set();

/** Deletes at once and offers an undo in a toast; calls `onGone` after the rows have faded out. */
export function useUndoableDeletion(onGone: (ids: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [leaving, setLeaving] = useState(none);
  const own = useRef(new Set<string>());
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const forget = (ids: readonly string[]) => {
    for (const id of ids) own.current.delete(id);
  };

  const refetch = () => queryClient.invalidateQueries({ queryKey: listKey });

  async function restore(ids: readonly string[]) {
    forget(ids);
    try {
      const { count } = await restoreTranscriptions(ids);
      if (count < ids.length) toast.error('Não deu mais tempo de desfazer.');
    } catch (error) {
      toast.error(describeError(error).text, {
        action: { label: 'Tentar de novo', onClick: () => void restore(ids) },
      });
    }
    await refetch();
  }

  /** Returns true on success; the dialog then closes. */
  async function remove(ids: readonly string[]): Promise<boolean> {
    setBusy(true);
    setFault(undefined);
    for (const id of ids) own.current.add(id);
    try {
      await deleteTranscriptions(ids);
    } catch (error) {
      forget(ids);
      setFault(describeError(error).text);
      return false;
    } finally {
      setBusy(false);
    }
    const remember = clearTranscriptionStorage(ids);
    showUndoToast(deletedText(ids.length), () => {
      remember();
      void restore(ids);
    });
    setLeaving(new Set(ids));
    setTimeout(() => {
      setLeaving(none);
      // `onGone` may navigate, so skip it if the user has left this screen.
      if (isShown.current) onGone(ids);
      queryClient.setQueriesData<TranscriptionPage>(
        { queryKey: listKey },
        (page) => page && removeListItems(page, ids),
      );
      void refetch();
    }, leaveMs);
    return true;
  }

  return {
    busy,
    fault,
    leaving,
    remove,
    forgetFault: () => setFault(undefined),
    /** Whether this tab deletes the row: the stream may report it before the fade-out ends. */
    isOwn: (id: string) => own.current.has(id),
  };
}

/**
 * Removing a row drops the focus. Unless it is already elsewhere, move it to the row that takes the place, or else to
 * the last row, or else to the title.
 */
export function useFocusAfterRemoval(data: TranscriptionPage | undefined) {
  const index = useRef<number>(undefined);

  useEffect(() => {
    // Wait until the next rows have loaded.
    if (index.current === undefined || data === undefined || (data.items.length === 0 && data.total > 0))
      return;
    const next = data.items[Math.min(index.current, data.items.length - 1)];
    index.current = undefined;
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    if (!isNowhere) return;
    const target = document.querySelector<HTMLElement>(next ? `[data-delete="${next.job_id}"]` : 'main h1');
    if (next === undefined && target !== null) target.tabIndex = -1;
    target?.focus();
  }, [data]);

  return (gone: readonly string[]) => {
    index.current = data?.items.findIndex(({ job_id }) => gone.includes(job_id));
  };
}
