import { Button } from '../../ui/button.tsx';

type PagerProps = { page: number; pages: number; onPage: (page: number) => void };

/** An end is not truly disabled: the button would lose the focus of who has pressed it page after page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const step = (label: string, to: number) => {
    const isEnd = to < 1 || to > pages;
    return (
      <Button
        variant="secondary"
        aria-disabled={isEnd || undefined}
        onClick={() => isEnd || onPage(to)}
        className={isEnd ? 'cursor-default! border-line! bg-sunken! text-ink-faint!' : ''}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 print:hidden">
      {step('Anterior', page - 1)}
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        Página {page} de {pages}
      </p>
      {step('Próxima', page + 1)}
    </nav>
  );
}
