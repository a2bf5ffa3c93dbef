import { isFlag, isNullOr, isShape, isText } from '@ceiba/client/guards';
import { beginSession } from '@ceiba/client/session-refusals';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { isSessionExpired } from '@ceiba/domain/auth/session';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { sessionStorageKey } from '../platform/storage-keys.ts';

/** What a browser remembers of its session (AUTH-02). */
export interface StoredSession {
  /** Null for a session that was kept before it was known. */
  id: string | null;
  firstName: string;
  isEmployee: boolean;
  registerLeal: boolean;
  /** ISO 8601. */
  sessionExpiresAt: string;
  /** The guest's cart that has still to be brought to the customer (CART-29). */
  unsyncedCartId: string | null;
}

/** Undefined while the page has not woken up in the browser, null for a guest. */
interface SessionState {
  session: StoredSession | null | undefined;
}

const isKept = isShape<StoredSession>({
  id: isNullOr(isText),
  firstName: isText,
  isEmployee: isFlag,
  registerLeal: isFlag,
  sessionExpiresAt: isText,
  unsyncedCartId: isNullOr(isText),
});

const read = (kept: unknown): StoredSession | null => {
  const value = parseJson(kept);
  const whole = typeof value === 'object' && value !== null ? { id: null, ...value } : null;
  return isKept(whole) ? whole : null;
};

const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ session: undefined }), {
    name: sessionStorageKey,
    storage: localText(),
    partialize: ({ session }) => (session ? JSON.stringify(session) : ''),
    merge: (kept) => ({ session: read(kept) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(sessionStorageKey, useSessionStore);
useSessionStore.subscribe(({ session }, before) => {
  if (session && session.sessionExpiresAt !== before.session?.sessionExpiresAt) beginSession();
});

/** Who is signed in, null for a guest; undefined while the page has not woken up in the browser. */
export const useSession = (): StoredSession | null | undefined => useSessionStore(({ session }) => session);

/** As it stands in storage: another tab may have signed in or out a moment ago. */
export function readSession(): StoredSession | null {
  void useSessionStore.persist.rehydrate();
  return useSessionStore.getState().session ?? null;
}

export function keepSession(session: StoredSession | null): void {
  useSessionStore.setState({ session });
}

let isEndedHere = false;

/** Ends it by this tab, which knows where to go from here. */
export function endSessionHere(): void {
  isEndedHere = readSession() !== null;
  keepSession(null);
}

/** Whether the ending that is looked at now was this tab's own; asked once. */
export function takeOwnEnding(): boolean {
  const wasOwn = isEndedHere;
  isEndedHere = false;
  return wasOwn;
}

/** AUTH-10: past its end by this browser's clock; the server decides all the same. */
export const isPast = ({ sessionExpiresAt }: StoredSession, now: Date): boolean => {
  const end = new Date(sessionExpiresAt);
  return isSessionExpired(Number.isNaN(end.getTime()) ? null : end, now);
};
