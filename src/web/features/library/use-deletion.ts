import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { TranscriptionPage } from '#contract/transcription-list.ts';
import { describeError } from '../../api/error-recovery.ts';
import { offerUndo } from '../../ui/offer-undo.ts';
import { forgetRecordings } from '../transcription/recording-memory.ts';
import { without } from './list-cache.ts';
import { deleteTranscriptions, listKey, restoreTranscriptions } from './list-calls.ts';

/** As long as the row's fading takes. */
const leaveMs = 140;

const deletedText = (count: number) =>
  count === 1 ? 'Transcrição excluída.' : `${count} transcrições excluídas.`;

const nobody: ReadonlySet<string> = new Set();

/** Deletes at once, and takes it back as long as the toast stands; `onGone` hears when the rows have left. */
export function useDeletion(onGone: (ids: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [leaving, setLeaving] = useState(nobody);
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

  const askAgain = () => queryClient.invalidateQueries({ queryKey: listKey });

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
    await askAgain();
  }

  /** Whether it was done: the dialog then closes. */
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
    const remember = forgetRecordings(ids);
    offerUndo(deletedText(ids.length), () => {
      remember();
      void restore(ids);
    });
    setLeaving(new Set(ids));
    setTimeout(() => {
      setLeaving(nobody);
      // Who has gone to another screen meanwhile is not led back to this one.
      if (isShown.current) onGone(ids);
      queryClient.setQueriesData<TranscriptionPage>(
        { queryKey: listKey },
        (page) => page && without(page, ids),
      );
      void askAgain();
    }, leaveMs);
    return true;
  }

  return {
    busy,
    fault,
    leaving,
    remove,
    forgetFault: () => setFault(undefined),
    /** Whether the row leaves by our hand: the stream may say so before we are done with it. */
    isOwn: (id: string) => own.current.has(id),
  };
}
