import { describeError } from '../api/error-recovery.ts';
import { ErrorState } from '../ui/state-message.tsx';

type LoadErrorProps = {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
};

/** Says why a query failed, and offers to repeat it. */
export function LoadError({ title, query }: LoadErrorProps) {
  const { text, requestId } = describeError(query.error);
  return (
    <ErrorState
      title={title}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      requestId={requestId}
    >
      {text}
    </ErrorState>
  );
}
