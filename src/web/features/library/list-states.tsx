import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListQuery } from '#contract/transcription-list.ts';
import { paths } from '#web/app/paths.ts';
import { SoundStrip } from '#web/pictures/sound-strip.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/state-message.tsx';
import { ExampleButton } from './example-button.tsx';
import { isWithoutFilters } from './list-filters-url.ts';

export function EmptyLibrary() {
  return (
    <EmptyState
      picture={<SoundStrip part="turning" />}
      title="Aqui ficam as suas transcrições"
      action={
        <>
          <Link to={paths.newFile} className={buttonClass()}>
            Enviar um arquivo
          </Link>
          <ExampleButton />
        </>
      }
    >
      <p>
        Envie um áudio ou vídeo e o texto aparece aqui, pronto para buscar, corrigir e baixar. Para conhecer
        antes, abra o exemplo: ele não gasta minutos do seu plano.
      </p>
    </EmptyState>
  );
}

type NothingFoundProps = { query: ListQuery; onClear: () => void; onAll: () => void };

const nothingWords = {
  all: 'Nenhuma transcrição por aqui',
  completed: 'Nenhuma transcrição concluída',
  pending: 'Nenhuma transcrição em andamento',
  failed: 'Nenhuma transcrição com erro',
} as const satisfies Record<ListQuery['status'], string>;

const amongWords = { completed: 'concluídas', pending: 'em andamento', failed: 'com erro' } as const;

export function NoResults({ query, onClear, onAll }: NothingFoundProps) {
  const { q, status } = query;
  const all: ReactNode = isWithoutFilters(query) ? null : (
    <Button variant="secondary" onClick={onAll}>
      {q === '' ? 'Ver todas' : 'Buscar em todas'}
    </Button>
  );
  if (q === '') return <EmptyState title={nothingWords[status]} action={all} />;
  return (
    <EmptyState
      title={`Nada encontrado para “${q}”`}
      action={
        <>
          {all}
          <Button variant="secondary" onClick={onClear}>
            Limpar busca
          </Button>
        </>
      }
    >
      <p>
        {status === 'all'
          ? 'Procuramos nos nomes e no que foi dito. Confira a grafia ou tente uma palavra só.'
          : `Procuramos só entre as ${amongWords[status]}, nos nomes e no que foi dito.`}
      </p>
    </EmptyState>
  );
}

const rows = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-3/5'];

/** Placeholder rows of the same size, to avoid a layout shift. */
export function ListSkeleton({ isWide }: { isWide: boolean }) {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Carregando transcrições"
      className={isWide ? 'divide-y divide-line rounded-card border border-line bg-raised' : 'grid gap-3'}
    >
      {isWide ? <div className="h-11 rounded-t-card bg-sunken" /> : null}
      {rows.map((width, index) =>
        isWide ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: five rows that never change
          <div key={index} className="flex h-13 items-center">
            <Skeleton className="mx-4.5 size-5 shrink-0" />
            <div className="grow px-1">
              <Skeleton className={`h-4 ${width}`} />
            </div>
            <span className="w-44 px-4">
              <Skeleton className="h-6 w-24 rounded-full" />
            </span>
            <span className="w-44 px-4">
              <Skeleton className="h-4 w-32" />
            </span>
            <span className="w-36 px-4">
              <Skeleton className="h-4 w-14" />
            </span>
            <span className="w-40 px-4">
              <Skeleton className="h-4 w-28" />
            </span>
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: five cards that never change
          <div key={index} className="grid gap-3 rounded-card border border-line bg-raised p-4">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-2 h-6 w-24 rounded-full" />
          </div>
        ),
      )}
    </div>
  );
}
