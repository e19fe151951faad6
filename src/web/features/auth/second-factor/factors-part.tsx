import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/error-recovery.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { factorsQuery } from './factor-calls.ts';
import { Factors, type FactorsSetting } from './factors.tsx';

export function FactorsPart(props: FactorsSetting) {
  const { data, error, refetch, isFetching } = useQuery(factorsQuery);
  if (data !== undefined) return <Factors list={data} {...props} />;
  if (error !== null) {
    return (
      <ErrorState
        title="Não foi possível carregar a verificação em duas etapas"
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={describeError(error).requestId}
      >
        {describeError(error).text}
      </ErrorState>
    );
  }
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando a verificação em duas etapas...</span>
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="h-10 w-56" />
    </div>
  );
}
