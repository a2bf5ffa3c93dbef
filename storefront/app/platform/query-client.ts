import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './unwrap.ts';

/** Only what did not arrive is asked again; a refusal stays a refusal. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiFailure && (error.error.status === 0 || error.error.status >= 500);

/** One per browser tab and one per server rendering; personal data never meets the server's. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
