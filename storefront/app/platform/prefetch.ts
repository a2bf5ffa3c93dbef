import { readStored } from '@ceiba/client/storage';
import type { CallName, WireRequest } from '@ceiba/contract/client';

/** Milliseconds until a read times out. */
export const readLimitMs = 10_000;

/** A route's `handle`: declarations of the route in addition to its component. */
export interface PageHandle {
  /**
   * The calls with which the page fills itself, started by its HTML before any script has loaded (record 0039). Only GET calls that need nothing but
   * the page's address. Cart calls start if the browser has a cart, other calls if a customer is signed in.
   */
  prefetchedCalls: readonly CallName[];
}

declare global {
  interface Window {
    /** Set by the page's HTML (`prefetch-script.ts`). */
    ceibaPrefetch?: {
      /** Key and text of local storage at that time: in another session the answers are another person's. */
      session: readonly [key: string, text: string | null];
      /** `performance.now()` after which an answer is too old, or has timed out. */
      until: number;
      /** The calls by path. */
      answers: Record<string, Promise<Response>>;
    };
  }
}

/**
 * Returns the answer to a call that the page's HTML has started, each answer only once. Undefined if the call must be sent now. Answers from before
 * a change of this page, or of another session, are never returned.
 */
export function takePrefetched({ method, url, headers }: WireRequest): Promise<Response> | undefined {
  const early = window.ceibaPrefetch;
  if (early === undefined) return undefined;
  const [key, text] = early.session;
  if (method !== 'GET' || performance.now() >= early.until || readStored('local', key) !== text) {
    delete window.ceibaPrefetch;
    return undefined;
  }
  // A payment link's calls need its token, which the prefetched ones did not send.
  if (headers.authorization !== undefined) return undefined;
  const answer = early.answers[url];
  delete early.answers[url];
  return answer;
}
