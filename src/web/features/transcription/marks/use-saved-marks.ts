import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Mark, Marks } from '#contract/marks.ts';
import { ApiError } from '#web/api/client.ts';
import { describeError } from '#web/api/error-recovery.ts';
import { showUndoToast, toast } from '#web/ui/toast.tsx';
import { deleteMark, marksQuery, putMark } from './api.ts';

const none: readonly Mark[] = [];

const inOrder = (marks: readonly Mark[]) =>
  marks.toSorted(
    (one, other) =>
      (one.start_ms ?? 0) - (other.start_ms ?? 0) || one.passage - other.passage || one.offset - other.offset,
  );

type Change = (marks: readonly Mark[]) => readonly Mark[];
const without =
  (id: string): Change =>
  (all) =>
    all.filter((each) => each.id !== id);
const withMark =
  (mark: Mark): Change =>
  (all) => [...without(mark.id)(all), mark];
/** The server's answer, unless the person has changed or removed the mark meanwhile. */
const answered =
  (sent: Mark, stored: Mark): Change =>
  (all) =>
    all.map((each) => (each === sent ? stored : each));

function failed(what: string, error: unknown, onRetry: () => void) {
  const { text, recovery } = describeError(error);
  const action = recovery === 'retry' ? { action: { label: 'Tentar de novo', onClick: onRetry } } : {};
  toast.error(`${what} ${text}`, { durationMs: Number.POSITIVE_INFINITY, ...action });
}

type SavedMarksOptions = {
  jobId: string;
  isOffered: boolean;
  onWriteNote: (id: string) => void;
  /** A removed mark is back. */
  onRestore: (id: string) => void;
};

/** The marks of the server. A change shows at once, and goes back if the server refuses it. */
export function useSavedMarks({ jobId, isOffered, onWriteNote, onRestore }: SavedMarksOptions) {
  const client = useQueryClient();
  const options = marksQuery(jobId);
  const { queryKey } = options;
  const query = useQuery({ ...options, enabled: isOffered });
  const lastToast = useRef(0);
  const sending = useRef(new Map<string, Promise<unknown>>());

  function change(next: Change) {
    // An answer that began earlier would bring the old marks back, and so would its state before.
    void client.cancelQueries({ queryKey }, { revert: false });
    client.setQueryData<Marks>(queryKey, (before) => before && { marks: inOrder(next(before.marks)) });
  }

  /** The changes of one mark reach the server in their order: a removal could overtake the mark itself. */
  function inTurn<T>(id: string, send: () => Promise<T>): Promise<T> {
    const turn = (sending.current.get(id) ?? Promise.resolve()).then(send, send);
    sending.current.set(id, turn);
    return turn;
  }

  async function attempt<T>(
    id: string,
    { now, send, undo }: { now: Change; send: () => Promise<T>; undo: Change },
  ) {
    change(now);
    try {
      return await inTurn(id, send);
    } catch (error) {
      change(undo);
      throw error;
    } finally {
      // The list had failed to load, or this change has cancelled its loading.
      if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey });
    }
  }

  async function put(mark: Mark, before: Mark | undefined, replaces?: Pick<Mark, 'note'>): Promise<void> {
    const stored = await attempt(mark.id, {
      now: withMark(mark),
      send: () => putMark(jobId, mark, replaces),
      undo: before === undefined ? without(mark.id) : withMark(before),
    });
    change(answered(mark, stored));
  }

  /** Several changes in a row would pile up over the text. */
  function tell(show: () => number) {
    toast.dismiss(lastToast.current);
    lastToast.current = show();
  }

  async function add(mark: Mark) {
    try {
      await put(mark, undefined);
    } catch (error) {
      return failed('O trecho não foi marcado.', error, () => void add(mark));
    }
    const action = { label: 'Escrever nota', onClick: () => onWriteNote(mark.id) };
    tell(() => toast.success('Trecho marcado.', { action }));
  }

  async function restore(marks: readonly Mark[]) {
    for (const mark of marks)
      try {
        await put(mark, undefined);
        onRestore(mark.id);
      } catch (error) {
        failed('A marca não voltou.', error, () => void restore([mark]));
      }
  }

  /** Removed since the notice appeared: its undo brings all of them back. */
  const removed = useRef<readonly Mark[]>([]);

  async function remove(mark: Mark) {
    try {
      await attempt(mark.id, {
        now: without(mark.id),
        send: () => deleteMark(jobId, mark.id),
        undo: withMark(mark),
      });
    } catch (error) {
      failed('A marca não foi removida.', error, () => void remove(mark));
    }
  }

  function removeWithUndo(mark: Mark) {
    void remove(mark);
    const all = [...removed.current, mark];
    const text = all.length === 1 ? 'Marca removida.' : `${all.length} marcas removidas.`;
    tell(() =>
      showUndoToast(
        text,
        () => void restore(all),
        () => {
          if (removed.current === all) removed.current = [];
        },
      ),
    );
    removed.current = all;
  }

  async function replace(mark: Mark, before: Mark) {
    try {
      await put(mark, before);
    } catch (error) {
      return failed('A marca não foi atualizada.', error, () => void replace(mark, before));
    }
    tell(() => showUndoToast('Marca atualizada.', () => void put(before, mark)));
  }

  return {
    query,
    marks: query.data?.marks ?? none,
    add: (mark: Mark) => void add(mark),
    remove: removeWithUndo,
    replace: (mark: Mark, before: Mark) => void replace(mark, before),
    /** Rejects with the error, because its field keeps the text. */
    async saveNote(mark: Mark, note: string) {
      try {
        await put({ ...mark, note }, mark, { note: mark.note });
      } catch (error) {
        // Another tab has written a note: the field shows it beside what the person typed.
        if (error instanceof ApiError && error.body.code === 'conflict')
          await client.invalidateQueries({ queryKey });
        throw error;
      }
    },
  };
}
