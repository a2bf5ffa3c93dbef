import { writeStored } from '@ceiba/client/storage';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { useSyncExternalStore } from 'react';
import { forgetDrafts } from './draft-keys.ts';

/** Who is signed in at this tab. `asking`: not known yet. `ended`: the session ended; the page stays behind the sign-in (OFF-06). */
export type SessionState =
  | { kind: 'asking' }
  | { kind: 'failed' }
  | { kind: 'signedOut' }
  | { kind: 'signedIn' | 'ended'; session: OwnSession };

let state: SessionState = { kind: 'asking' };
const listeners = new Set<() => void>();

const sessionState = (): SessionState => state;

const setState = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, sessionState);

/** The session, for pages that only signed-in people see. */
export const useSession = (): OwnSession => {
  const current = useSessionState();
  if (!('session' in current)) throw new Error('Nobody is signed in');
  return current.session;
};

/** Returns whether the signed-in person has a permission. */
export const mayIn = (session: OwnSession, permission: Permission | 'signedIn'): boolean =>
  permission === 'signedIn' || session.permissions.includes(permission);

export const useMay = (): ((permission: Permission | 'signedIn') => boolean) => {
  const session = useSession();
  return (permission) => mayIn(session, permission);
};

/** Storage key of the person who signed in last in this browser. Other tabs watch it. */
const personKey = 'ceiba.desk.person';

const waiting = new Set<(mayRepeat: boolean) => void>();

/** Starts a session. If another person was signed in before, reloads the page, so that their data disappear. */
export const beginSession = (session: OwnSession, reload: () => void = () => window.location.reload()): void => {
  const before = state;
  if (before.kind === 'ended' && before.session.user.id !== session.user.id) {
    forgetDrafts(session.user.id);
    reload();
    return;
  }
  forgetDrafts(session.user.id);
  setState({ kind: 'signedIn', session });
  writeStored('local', personKey, session.user.id);
  for (const resume of waiting) resume(true);
  waiting.clear();
};

/**
 * Reloads the page when another person signs in in another tab. Otherwise this tab would act as that person but show the former name. Returns a
 * function that ends the watch.
 */
export const watchOtherTabs = (reload: () => void = () => window.location.reload()): (() => void) => {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === personKey && newValue !== null && 'session' in state && state.session.user.id !== newValue) reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** Ends the session, and removes the page's content. */
export const leaveSession = (): void => {
  setState({ kind: 'signedOut' });
  for (const resume of waiting) resume(false);
  waiting.clear();
};

export const failSession = (): void => setState({ kind: 'failed' });

export const askSession = (): void => setState({ kind: 'asking' });

/** Marks the session as ended, and waits until a person signs in. Resolves with true if the refused call may be sent again. */
export const returnToSession = (): Promise<boolean> => {
  if (state.kind === 'signedIn') setState({ kind: 'ended', session: state.session });
  if (state.kind !== 'ended') return Promise.resolve(false);
  return new Promise((resume) => waiting.add(resume));
};
