import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Mark, Marks } from '#contract/marks.ts';
import { describeError } from '../../../api/error-recovery.ts';
import { toast } from '../../../ui/toast.tsx';
import { deleteMark, marksQuery, putMark } from './api.ts';

const none: readonly Mark[] = [];

const inOrder = (marks: readonly Mark[]) =>
  marks.toSorted(
    (one, other) =>
      (one.start_ms ?? 0) - (other.start_ms ?? 0) || one.passage - other.passage || one.offset - other.offset,
  );

const without = (id: string) => (all: readonly Mark[]) => all.filter((each) => each.id !== id);
const withMark = (mark: Mark) => (all: readonly Mark[]) => [...without(mark.id)(all), mark];

function failed(what: string, error: unknown, onRetry: () => void) {
  const { text, recovery } = describeError(error);
  const action = recovery === 'retry' ? { action: { label: 'Tentar de novo', onClick: onRetry } } : {};
  toast.error(`${what} ${text}`, { durationMs: Number.POSITIVE_INFINITY, ...action });
}

type SavedMarksOptions = { jobId: string; isOffered: boolean; onWriteNote: (id: string) => void };

/** The marks of the server. A change shows at once, and goes back if the server refuses it. */
export function useSavedMarks({ jobId, isOffered, onWriteNote }: SavedMarksOptions) {
  const client = useQueryClient();
  const options = marksQuery(jobId);
  const { queryKey } = options;
  const query = useQuery({ ...options, enabled: isOffered });
  const lastAdded = useRef(0);

  async function change(next: (marks: readonly Mark[]) => readonly Mark[]) {
    // An answer that began earlier would bring the old marks back.
    await client.cancelQueries({ queryKey });
    client.setQueryData<Marks>(queryKey, (before) => before && { marks: inOrder(next(before.marks)) });
  }

  async function put(mark: Mark, before: Mark | undefined): Promise<void> {
    await change(withMark(mark));
    try {
      await change(withMark(await putMark(jobId, mark)));
    } catch (error) {
      await change(before === undefined ? without(mark.id) : withMark(before));
      throw error;
    }
    // The list had failed to load.
    if (client.getQueryData(queryKey) === undefined) await client.invalidateQueries({ queryKey });
  }

  async function add(mark: Mark) {
    try {
      await put(mark, undefined);
    } catch (error) {
      return failed('O trecho não foi marcado.', error, () => void add(mark));
    }
    // Several marks in a row would pile up over the text.
    toast.dismiss(lastAdded.current);
    lastAdded.current = toast.success('Trecho marcado.', {
      action: { label: 'Escrever nota', onClick: () => onWriteNote(mark.id) },
    });
  }

  async function restore(mark: Mark) {
    try {
      await put(mark, undefined);
    } catch (error) {
      failed('A marca não voltou.', error, () => void restore(mark));
    }
  }

  async function remove(mark: Mark) {
    await change(without(mark.id));
    try {
      await deleteMark(jobId, mark.id);
    } catch (error) {
      await change(withMark(mark));
      return failed('A marca não foi removida.', error, () => void remove(mark));
    }
    toast.success('Marca removida.', { action: { label: 'Desfazer', onClick: () => void restore(mark) } });
  }

  async function replace(mark: Mark, before: Mark) {
    try {
      await put(mark, before);
    } catch (error) {
      failed('A marca não foi atualizada.', error, () => void replace(mark, before));
    }
  }

  return {
    query,
    marks: query.data?.marks ?? none,
    add: (mark: Mark) => void add(mark),
    remove: (mark: Mark) => void remove(mark),
    replace: (mark: Mark, before: Mark) => void replace(mark, before),
    /** Rejects with the error, because its field keeps the text. */
    saveNote: (mark: Mark, note: string) => put({ ...mark, note }, mark),
  };
}
