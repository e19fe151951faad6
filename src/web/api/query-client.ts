import { QueryClient } from '@tanstack/react-query';
import { describeError } from './error-recovery.ts';

const staleTimeMs = 30_000;
const maxRetries = 2;

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        // Only what another try can heal: a refusal stays one however often it is asked.
        retry: (failures, error) => failures < maxRetries && describeError(error).recovery === 'retry',
      },
      mutations: { retry: false },
    },
  });
}
