import { ChevronDown, ChevronUp, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { namingIn, showsNames } from '#domain/transcript/transcript-text.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/inputs.tsx';
import { findNames, inPageOrder } from './find-names.ts';
import { findText, type Match, replaceMatch, replaceMatches } from './find-text.ts';
import type { TextStore } from './text-store.ts';

const none: readonly Match[] = [];
const never = () => () => {};

type MatchCursorOptions = {
  matches: readonly Match[];
  /** The index of the match to begin at. */
  first: number;
  onShow: (match: Match) => void;
};

/** Steps through matches, from the last to the first and back. */
export function useMatchCursor({ matches, first, onShow }: MatchCursorOptions) {
  const [index, setIndex] = useState<number>();
  const at = Math.min(index ?? first, matches.length - 1);

  function show(next: number) {
    const match = matches.at(next % Math.max(1, matches.length));
    if (match === undefined) return;
    setIndex(matches.indexOf(match));
    onShow(match);
  }

  return {
    matches,
    current: matches[at],
    /** "3 de 12" counts from one. */
    position: at + 1,
    show,
    setIndex,
    next: () => show(at + 1),
    previous: () => show(at - 1),
  };
}

type Find = ReturnType<typeof useFind>;

export function useFind(store: TextStore, isOpen: boolean, onShow: (match: Match) => void) {
  const [query, setQuery] = useState('');
  const [exact, setExact] = useState(false);
  const segments = useSyncExternalStore(isOpen ? store.subscribe : never, store.segments);
  // Typing stays responsive because only the search is deferred.
  const [lookedFor, text] = [useDeferredValue(query), useDeferredValue(segments)];
  const names = useSyncExternalStore(isOpen ? store.subscribe : never, store.names);
  const matches = useMemo(() => {
    if (!isOpen) return none;
    const options = { query: lookedFor, exact };
    const naming = namingIn(text, names);
    const inNames = showsNames(naming) ? findNames(text, naming, options) : none;
    return inPageOrder(text, inNames, findText(text, options));
  }, [isOpen, text, names, lookedFor, exact]);
  const cursor = useMatchCursor({ matches, first: 0, onShow });
  const { current, setIndex } = cursor;

  return {
    ...cursor,
    query,
    /** The query of these matches; they come later than the typed one in a long text. */
    lookedFor,
    exact,
    setQuery(next: string) {
      setQuery(next);
      setIndex(0);
    },
    setExact(next: boolean) {
      setExact(next);
      setIndex(0);
    },
    showCurrent: () => cursor.show(Math.max(0, cursor.position - 1)),

    replace(by: string) {
      if (current === undefined) return;
      // A name is changed in its list.
      if (current.isName === true) return cursor.next();
      const was = store.segmentAt(current.id)?.text ?? '';
      store.change([{ id: current.id, after: replaceMatch(was, current, by) }]);
      // The replacement may contain the query, so continue after it.
      const order = new Map(store.segments().map(({ id }, index) => [id, index]));
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

    /** Returns the number of replacements. */
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

type FindBarProps = {
  find: Find;
  input: RefObject<HTMLInputElement | null>;
  canReplace: boolean;
  onClose: () => void;
};

function countText({ query, matches, position }: Find): string {
  if (query === '') return '';
  if (matches.length === 0) return 'Nenhum resultado';
  return `${position} de ${matches.length}`;
}

const replacedText = (count: number) =>
  count === 1 ? '1 troca feita.' : `${count.toLocaleString('pt-BR')} trocas feitas.`;

export function FindBar({ find, input, canReplace, onClose }: FindBarProps) {
  const [by, setBy] = useState('');
  const [announced, setAnnounced] = useState<string>();
  const { matches, lookedFor } = find;

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [input]);

  // Scroll to the first match while the query is typed, as browsers do. A passive effect could run after a quick
  // Enter and take the reader back to the first match.
  const first = matches[0];
  const { showCurrent } = find;
  const shown = useRef<string>('');
  useLayoutEffect(() => {
    const wanted = `${lookedFor} ${find.exact}`;
    if (first === undefined || shown.current === wanted) return;
    shown.current = wanted;
    showCurrent();
  }, [first, lookedFor, find.exact, showCurrent]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    if (event.key !== 'Enter' || event.target !== input.current) return;
    event.preventDefault();
    if (event.shiftKey) find.previous();
    else find.next();
  }

  return (
    <search
      aria-label="Localizar no texto"
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-gutter py-2 sm:px-8"
    >
      <div className="flex grow basis-64 items-center gap-1">
        <div className="min-w-0 flex-1">
          <Input
            ref={input}
            aria-label="Localizar"
            placeholder="Localizar"
            value={find.query}
            autoComplete="off"
            onChange={(event) => {
              setAnnounced(undefined);
              find.setQuery(event.target.value);
            }}
          />
        </div>
        <IconButton label="Resultado anterior" disabled={matches.length === 0} onClick={find.previous}>
          <ChevronUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Próximo resultado" disabled={matches.length === 0} onClick={find.next}>
          <ChevronDown aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label="Fechar a busca" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {canReplace ? (
        <div className="flex grow basis-72 items-center gap-2">
          <div className="min-w-24 flex-1">
            <Input
              aria-label="Trocar por"
              placeholder="Trocar por"
              value={by}
              autoComplete="off"
              onChange={(event) => setBy(event.target.value)}
            />
          </div>
          <Button variant="secondary" disabled={matches.length === 0} onClick={() => find.replace(by)}>
            Trocar
          </Button>
          <Button
            variant="secondary"
            aria-label="Trocar todas"
            disabled={matches.length === 0}
            onClick={() => setAnnounced(replacedText(find.replaceAll(by)))}
          >
            Todas
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 max-sm:grow">
        <Checkbox
          label="Diferenciar acentos e maiúsculas"
          checked={find.exact}
          onCheckedChange={(exact) => find.setExact(exact)}
        />
        <span role="status" className="text-sm text-ink-soft tabular-nums">
          {announced ?? countText(find)}
        </span>
      </div>
    </search>
  );
}
