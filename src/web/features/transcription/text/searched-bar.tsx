import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { useSearched } from './use-searched.ts';

type SearchedBarProps = { searched: ReturnType<typeof useSearched>; onDismiss: () => void };

/** Says why words are marked, leads from one to the next, and takes the marks away. */
export function SearchedBar({
  searched: { q, matches, position, previous, next },
  onDismiss,
}: SearchedBarProps) {
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
