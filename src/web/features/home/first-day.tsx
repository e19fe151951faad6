import { useQuery } from '@tanstack/react-query';
import type { ExampleOpening } from '#contract/dashboard.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ExampleFrame } from './example-frame.tsx';

/** The player is a request of its own: it would be most of home's code, and only a new account needs it. */
const playerModule = {
  queryKey: ['example-player'],
  queryFn: async () => (await import('./example-player.tsx')).ExamplePlayer,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  networkMode: 'always',
} as const;

/** The main thing of an account without recordings of its own: a text that speaks. */
export function FirstDay({ example }: { example: ExampleOpening }) {
  const { data: ExamplePlayer, error, isFetching, refetch } = useQuery(playerModule);
  if (ExamplePlayer !== undefined) return <ExamplePlayer example={example} />;
  return (
    <ExampleFrame
      example={example}
      hint={error === null ? 'O som está carregando.' : null}
      renderSegment={({ text }) => text}
      player={
        error === null ? (
          <>
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="ml-4 h-6 grow" />
          </>
        ) : (
          <p role="alert" className="flex items-center gap-2 text-sm leading-tight text-loss">
            O som não carregou. Verifique sua internet.
            <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          </p>
        )
      }
    />
  );
}
