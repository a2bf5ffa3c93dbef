import { isFlag, isNullOr, isShape, isText } from '@ceiba/client/guards';
import { beginSession } from '@ceiba/client/session-refusals';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { isSessionExpired } from '@ceiba/domain/auth/session';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { sessionStorageKey } from '../platform/storage-keys.ts';

/** The session data that a browser stores (AUTH-02). */
export interface StoredSession {
  /** Null in sessions that were stored before the ID existed. */
  id: string | null;
  firstName: string;
  isEmployee: boolean;
  registerLeal: boolean;
  /** ISO 8601. */
  sessionExpiresAt: string;
  /** The guest's cart that still has to be moved to the customer (CART-29). */
  unsyncedCartId: string | null;
}

/** Undefined until the page has hydrated. Null for a guest. */
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

const read = (stored: unknown): StoredSession | null => {
  const value = parseJson(stored);
  const whole = typeof value === 'object' && value !== null ? { id: null, ...value } : null;
  return isKept(whole) ? whole : null;
};

const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ session: undefined }), {
    name: sessionStorageKey,
    storage: localText(),
    partialize: ({ session }) => (session ? JSON.stringify(session) : ''),
    merge: (stored) => ({ session: read(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(sessionStorageKey, useSessionStore);
useSessionStore.subscribe(({ session }, before) => {
  if (session && session.sessionExpiresAt !== before.session?.sessionExpiresAt) beginSession();
});

/** The stored session. Null for a guest. Undefined until the page has hydrated. */
export const useSession = (): StoredSession | null | undefined => useSessionStore(({ session }) => session);

/** The session as stored: another tab may have signed in or out a moment ago. */
export function readSession(): StoredSession | null {
  void useSessionStore.persist.rehydrate();
  return useSessionStore.getState().session ?? null;
}

export function setSession(session: StoredSession | null): void {
  useSessionStore.setState({ session });
}

let isEndedHere = false;

/** Marks the session as ended by this tab. This tab then navigates without the watcher. */
export function markOwnSignOut(): void {
  isEndedHere = readSession() !== null;
  setSession(null);
}

/** Returns whether this tab ended the session itself. Reading clears the mark. */
export function takeOwnSignOut(): boolean {
  const wasOwn = isEndedHere;
  isEndedHere = false;
  return wasOwn;
}

/** Expired by this browser's clock (AUTH-10). The server decides independently. */
export const hasSessionExpired = ({ sessionExpiresAt }: StoredSession, now: Date): boolean => {
  const end = new Date(sessionExpiresAt);
  return isSessionExpired(Number.isNaN(end.getTime()) ? null : end, now);
};
