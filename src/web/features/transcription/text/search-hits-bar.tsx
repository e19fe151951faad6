import { ChevronDown, ChevronUp, X } from 'lucide-react';
import {
  useDeferredValue,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { useMatchCursor } from './find-bar.tsx';
import { findWords, type Match } from './find-text.ts';
import type { TextStore } from './text-store.ts';

/** The search in the list of transcriptions, whose result linked to this page. */
export type ListSearch = Readonly<{
  q: string;
  /** The words of the text that match, in lower case and without accents. */
  words: ReadonlySet<string>;
  /** The time of the search result that the user clicked. */
  fromMs: number;
  onDismiss: () => void;
}>;

const noWords: ReadonlySet<string> = new Set();

type UseSearchHitsOptions = {
  store: TextStore;
  searched: ListSearch | undefined;
  /** False if the page opens at the place of an earlier visit. */
  opensAtMatch: boolean;
  onShow: (match: Match) => void;
};

export function useSearchHits({ store, searched, opensAtMatch, onShow }: UseSearchHitsOptions) {
  const { words = noWords, fromMs = 0 } = searched ?? {};
  const segments = useDeferredValue(useSyncExternalStore(store.subscribe, store.segments));
  const matches = useMemo(() => findWords(segments, words), [segments, words]);
  const clicked = matches.findIndex(({ id }) => (store.segmentAt(id)?.end_ms ?? 0) > fromMs);
  const first = Math.max(0, clicked);
  const cursor = useMatchCursor({ matches, first, onShow });
  const showFirst = useEffectEvent(() => (opensAtMatch ? cursor.show(first) : cursor.setIndex(first)));
  const shownFor = useRef<ReadonlySet<string>>(noWords);
  const hasMatches = matches.length > 0;
  // A passive effect could run after a quick click on the next match and take the reader back.
  useLayoutEffect(() => {
    if (!hasMatches || shownFor.current === words) return;
    shownFor.current = words;
    showFirst();
  }, [hasMatches, words]);

  return cursor;
}

type SearchHitsBarProps = {
  hits: ReturnType<typeof useSearchHits> & Pick<ListSearch, 'q' | 'onDismiss'>;
};

/** Names the search, steps through its highlighted words, and removes the highlights. */
export function SearchHitsBar({
  hits: { q, matches, position, previous, next, onDismiss },
}: SearchHitsBarProps) {
  const isOne = matches.length === 1;
  return (
    <section
      aria-label="Palavras da busca"
      className="flex items-center gap-1 border-b border-line bg-sunken py-1 pr-2 pl-4 text-sm text-ink-soft"
    >
      <p className="mr-auto min-w-0 truncate" title={`Busca por “${q}”`}>
        <span className="sr-only sm:not-sr-only">Busca por </span>“{q}”
      </p>
      <p role="status" className="shrink-0 px-2 tabular-nums">
        {position} de {matches.length}
      </p>
      <IconButton label="Palavra anterior da busca" disabled={isOne} onClick={previous}>
        <ChevronUp aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label="Próxima palavra da busca" disabled={isOne} onClick={next}>
        <ChevronDown aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label="Tirar as marcas da busca" onClick={onDismiss}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </section>
  );
}
