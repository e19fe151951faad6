import type { UseQueryResult } from '@tanstack/react-query';
import { describeError } from '#web/api/error-recovery.ts';
import { ErrorState } from '#web/ui/state-message.tsx';

type LoadErrorProps = {
  title: string;
  /** The queries of the screen, of which one or more failed. All are sent again. */
  queries: readonly Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>[];
};

/** Replaces a screen whose data did not arrive. */
export function LoadError({ title, queries }: LoadErrorProps) {
  const { text, requestId } = describeError(queries.find(({ error }) => error !== null)?.error);
  return (
    <ErrorState
      title={title}
      onRetry={() => queries.forEach(({ refetch }) => void refetch())}
      retrying={queries.some(({ isFetching }) => isFetching)}
      requestId={requestId}
    >
      {text}
    </ErrorState>
  );
}
