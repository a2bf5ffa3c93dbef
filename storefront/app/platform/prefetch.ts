import { readStored } from '@ceiba/client/storage';
import type { CallName, WireRequest } from '@ceiba/contract/client';

/** Milliseconds a shopper waits for what is read. */
export const readLimitMs = 10_000;

/** What a route says of itself beside its component, as its `handle`. */
export interface PageHandle {
  /**
   * The calls with which the page fills itself, begun by its HTML before any script has come (record 0039). They ask with
   * GET and nothing but what the page's address names: a cart where the browser has one, else who is signed in.
   */
  prefetchedCalls: readonly CallName[];
}

declare global {
  interface Window {
    /** Left by the page's HTML (`prefetch-script.ts`). */
    ceibaPrefetch?: {
      /** Key and text of local storage as they were then: in another session the answers are another person's. */
      session: readonly [key: string, text: string | null];
      /** `performance.now()` from which on an answer is too old, or has taken too long. */
      until: number;
      /** By path. */
      answers: Record<string, Promise<Response>>;
    };
  }
}

/**
 * The answer to a call that the page's HTML has begun, given once; undefined where the call has to be made now. What was
 * asked for before this page changed anything, or in another session, is never given.
 */
export function takePrefetched({ method, url, headers }: WireRequest): Promise<Response> | undefined {
  const early = window.ceibaPrefetch;
  if (early === undefined) return undefined;
  const [key, text] = early.session;
  if (method !== 'GET' || performance.now() >= early.until || readStored('local', key) !== text) {
    delete window.ceibaPrefetch;
    return undefined;
  }
  // A payment link's calls bring its token, which these did not.
  if (headers.authorization !== undefined) return undefined;
  const answer = early.answers[url];
  delete early.answers[url];
  return answer;
}
