import { writeStored } from '@ceiba/client/storage';
import type { OwnSession } from '@ceiba/contract/desk/staff';
import type { Permission } from '@ceiba/domain/staff/permissions';
import { useSyncExternalStore } from 'react';

/**
 * Who works at this tab. `asking`: not known yet. `ended`: somebody was signed in, and the server knows them no more: the page stays as
 * it is behind the sign-in (OFF-06).
 */
export type SessionState =
  | { kind: 'asking' }
  | { kind: 'failed' }
  | { kind: 'signedOut' }
  | { kind: 'signedIn' | 'ended'; session: OwnSession };

let state: SessionState = { kind: 'asking' };
const listeners = new Set<() => void>();

const sessionState = (): SessionState => state;

const become = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, sessionState);

/** Of pages that only who is signed in sees. */
export const useSession = (): OwnSession => {
  const current = useSessionState();
  if (!('session' in current)) throw new Error('Nobody is signed in');
  return current.session;
};

/** Whether whoever is signed in may do that. */
export const mayIn = (session: OwnSession, permission: Permission | 'signedIn'): boolean =>
  permission === 'signedIn' || session.permissions.includes(permission);

export const useMay = (): ((permission: Permission | 'signedIn') => boolean) => {
  const session = useSession();
  return (permission) => mayIn(session, permission);
};

/** Who works in this browser, for its other tabs. */
const personKey = 'ceiba.desk.person';

const waiting = new Set<(isBack: boolean) => void>();

/** Somebody has signed in. Another person than before sees nothing of the page that stood here: it is loaded anew. */
export const beginSession = (session: OwnSession, reload: () => void = () => window.location.reload()): void => {
  const before = state;
  if (before.kind === 'ended' && before.session.user.id !== session.user.id) {
    reload();
    return;
  }
  become({ kind: 'signedIn', session });
  writeStored('local', personKey, session.user.id);
  for (const tell of waiting) tell(true);
  waiting.clear();
};

/**
 * Another person has signed in at another tab: what is pressed here would be theirs from then on, behind the name of who was here before. The
 * page is loaded anew. Answers what ends the watch.
 */
export const watchOtherTabs = (reload: () => void = () => window.location.reload()): (() => void) => {
  const hear = ({ key, newValue }: StorageEvent): void => {
    if (key === personKey && newValue !== null && 'session' in state && state.session.user.id !== newValue) reload();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
};

/** Nobody is signed in, and nothing of the page stays. */
export const leaveSession = (): void => {
  become({ kind: 'signedOut' });
  for (const tell of waiting) tell(false);
  waiting.clear();
};

export const failSession = (): void => become({ kind: 'failed' });

export const askSession = (): void => become({ kind: 'asking' });

/** A call was refused for its session. Resolves when the person is back: true where the call may be sent again. */
export const returnToSession = (): Promise<boolean> => {
  if (state.kind === 'signedIn') become({ kind: 'ended', session: state.session });
  if (state.kind !== 'ended') return Promise.resolve(false);
  return new Promise((tell) => waiting.add(tell));
};
