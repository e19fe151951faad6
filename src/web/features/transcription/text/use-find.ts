import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { findText, type Match, replaceMatch, replaceMatches } from './find-text.ts';
import type { TextStore } from './text-store.ts';

const none: readonly Match[] = [];
const never = () => () => {};

export type Find = ReturnType<typeof useFind>;

/** What is looked for, where it stands, and which of the places is the current one. */
export function useFind(store: TextStore, isOpen: boolean, onShow: (match: Match) => void) {
  const [query, setQuery] = useState('');
  const [exact, setExact] = useState(false);
  const [index, setIndex] = useState(0);
  const segments = useSyncExternalStore(isOpen ? store.subscribe : never, store.segments);
  // The letters of the query appear at once, what they find a moment later.
  const [lookedFor, text] = [useDeferredValue(query), useDeferredValue(segments)];
  const matches = useMemo(
    () => (isOpen ? findText(text, { query: lookedFor, exact }) : none),
    [isOpen, text, lookedFor, exact],
  );
  const at = Math.min(index, matches.length - 1);
  const current = matches[at];

  function show(next: number) {
    const match = matches.at(next % Math.max(1, matches.length));
    if (match === undefined) return;
    setIndex(matches.indexOf(match));
    onShow(match);
  }

  return {
    query,
    exact,
    matches,
    current,
    /** "3 de 12" counts from one. */
    position: current === undefined ? 0 : at + 1,
    setQuery(next: string) {
      setQuery(next);
      setIndex(0);
    },
    setExact(next: boolean) {
      setExact(next);
      setIndex(0);
    },
    showCurrent: () => show(Math.max(0, at)),
    next: () => show(at + 1),
    previous: () => show(at - 1),

    replace(by: string) {
      if (current === undefined) return;
      const was = store.segmentAt(current.id)?.text ?? '';
      store.change([{ id: current.id, after: replaceMatch(was, current, by) }]);
      // What was put in may hold the words that are looked for: the next place lies behind it.
      const order = new Map(store.segments().map(({ id }, place) => [id, place]));
      const placeOf = (id: number) => order.get(id) ?? 0;
      const fresh = findText(store.segments(), { query, exact });
      const next = fresh.findIndex(
        ({ id, start }) =>
          placeOf(id) > placeOf(current.id) || (id === current.id && start >= current.start + by.length),
      );
      setIndex(Math.max(0, next));
      const match = fresh[Math.max(0, next)];
      if (match !== undefined) onShow(match);
    },

    /** Gives how many there were. */
    replaceAll(by: string): number {
      const found = Map.groupBy(findText(store.segments(), { query, exact }), ({ id }) => id);
      store.change(
        [...found].map(([id, inIt]) => ({
          id,
          after: replaceMatches(store.segmentAt(id)?.text ?? '', inIt, by),
        })),
      );
      return [...found.values()].reduce((sum, inIt) => sum + inIt.length, 0);
    },
  };
}
