import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const placeClass = 'rounded-card border border-line bg-raised px-4 py-3 print:hidden';

/** As high as the player, to avoid a layout shift. */
export function PlayerSkeleton() {
  return (
    <div aria-hidden="true" className={`${placeClass} hidden sm:block`}>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="mt-1.5 h-10 w-52" />
    </div>
  );
}

export function PlayerError({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <div role="alert" className={`${placeClass} flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft`}>
      <p>O som não carregou. O texto está aqui, completo.</p>
      <Button variant="secondary" busy={retrying} onClick={onRetry}>
        Tentar de novo
      </Button>
    </div>
  );
}
