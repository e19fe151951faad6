import { QueryClient } from '@tanstack/react-query';
import { describeError } from './error-recovery.ts';

const staleTimeMs = 30_000;
const maxRetries = 2;

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleTimeMs,
        // Retry only where a retry can help: the server repeats a refusal.
        retry: (failures, error) => failures < maxRetries && describeError(error).recovery === 'retry',
      },
      mutations: { retry: false },
    },
  });
}
