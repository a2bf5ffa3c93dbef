import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ApiFailure } from './call-failure.ts';

/** Seconds a page waits by itself for its turn; who would have to wait longer is told so instead. */
const longestWait = 10;

/** Only what did not arrive is asked again, and what may be asked again soon; a refusal stays a refusal. */
const isWorthRetrying = (failures: number, error: Error): boolean => {
  if (failures >= 2 || !(error instanceof ApiFailure)) return false;
  const { status, retryAfter = Number.POSITIVE_INFINITY } = error.error;
  return status === 0 || status >= 500 || (status === 429 && retryAfter <= longestWait);
};

/** Milliseconds: as the server said, else a second, then two. */
const retryDelay = (failures: number, error: Error): number =>
  error instanceof ApiFailure && error.error.retryAfter !== undefined
    ? error.error.retryAfter * 1_000
    : 1_000 * 2 ** failures;

/** One per browser tab and one per server rendering; personal data never meets the server's. */
const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: isWorthRetrying, retryDelay, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });

/** A window that gets the focus beside one that keeps being visible counts too (DEC-192). */
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

/** One for the tab, however many parts of a page ask for it; on the server one per rendering, which never fetches. */
const clientHere = (): QueryClient => {
  if (typeof window === 'undefined') return createQueryClient();
  if (ofBrowser === undefined) {
    ofBrowser = createQueryClient();
    watchFocus();
  }
  return ofBrowser;
};

/** What the tab knows of a person: keys that begin with `customer` are forgotten, the cart is asked for anew. */
export function forgetQueries(): void {
  ofBrowser?.removeQueries({ queryKey: ['customer'] });
  void ofBrowser?.resetQueries({ queryKey: ['cart'] });
}

/**
 * Gives its children the tab's query client. It is not in the root, because a public page needs no client until one of
 * its islands wakes up: pages with personal data have it in their layout, islands wrap themselves (`withQueries`).
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(clientHere);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** A component that may use queries and mutations wherever it stands. */
export const withQueries = <P extends object>(Component: ComponentType<P>) =>
  function WithQueries(props: P) {
    return (
      <QueryProvider>
        <Component {...props} />
      </QueryProvider>
    );
  };
