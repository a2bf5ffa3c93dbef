import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ApiFailure } from './call-failure.ts';

/** Maximum number of seconds that a page waits before it retries. For a longer wait, an error shows instead. */
const longestWait = 10;

/** Only calls that did not arrive, or that may be repeated soon, are retried. A refusal is final. */
const isWorthRetrying = (failures: number, error: Error): boolean => {
  if (failures >= 2 || !(error instanceof ApiFailure)) return false;
  const { status, retryAfter = Number.POSITIVE_INFINITY } = error.error;
  return status === 0 || status >= 500 || (status === 429 && retryAfter <= longestWait);
};

/** Milliseconds before a retry: the time that the server returned, otherwise one second, then two. */
const retryDelay = (failures: number, error: Error): number =>
  error instanceof ApiFailure && error.error.retryAfter !== undefined
    ? error.error.retryAfter * 1_000
    : 1_000 * 2 ** failures;

/** Creates one client per browser tab, and one per server rendering. The server's client never holds personal data. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });

/** A focus of the window also counts if the window was visible all the time (DEC-192). */
const watchFocus = (): void =>
  focusManager.setEventListener((onFocus) => {
    const listener = (): void => onFocus();
    window.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    return () => {
      window.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
    };
  });

let ofBrowser: QueryClient | undefined;

/** One client for the tab, for all parts of a page. On the server one per rendering, which never fetches. */
const clientHere = (): QueryClient => {
  if (typeof window === 'undefined') return createQueryClient();
  if (ofBrowser === undefined) {
    ofBrowser = createQueryClient();
    watchFocus();
  }
  return ofBrowser;
};

/** Removes personal data: drops keys that start with `customer`, and reads the cart again. */
export function forgetQueries(): void {
  ofBrowser?.removeQueries({ queryKey: ['customer'] });
  void ofBrowser?.resetQueries({ queryKey: ['cart'] });
}

/**
 * Provides the tab's query client. The provider is not in the root, because a public page needs no client before an
 * island hydrates. Pages with personal data have it in their layout; islands wrap themselves (`withQueries`).
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(clientHere);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Wraps a component so that it can use queries and mutations anywhere. */
export const withQueries = <P extends object>(Component: ComponentType<P>) =>
  function WithQueries(props: P) {
    return (
      <QueryProvider>
        <Component {...props} />
      </QueryProvider>
    );
  };
