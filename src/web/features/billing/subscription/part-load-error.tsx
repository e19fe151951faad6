import type { UseQueryResult } from '@tanstack/react-query';
import { describeError } from '#web/api/error-recovery.ts';
import { Button } from '#web/ui/button.tsx';

type PartLoadErrorProps = {
  /** "os pagamentos" */
  what: string;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
};

/** Replaces a part of the page, so that the plan stays readable. */
export function PartLoadError({ what, query: { error, refetch, isFetching } }: PartLoadErrorProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="text-ink-soft">
        Não foi possível carregar {what}. {describeError(error).text}
      </p>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    </div>
  );
}
