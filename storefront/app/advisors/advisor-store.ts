import { isShape, isText } from '@ceiba/client/guards';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import type { Advisor } from '@ceiba/contract/advisors';
import { isAdvisorExpired } from '@ceiba/domain/advisors/advisor';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { shopNow } from '../platform/shop-time.ts';
import { advisorStorageKey } from '../platform/storage-keys.ts';

/** Undefined until the page has hydrated. Null if no advisor is at work. */
interface AdvisorState {
  advisor: Advisor | null | undefined;
}

const isAdvisor = isShape<Advisor>({ firstName: isText, hash: isText, store: isText, expirationDate: isText });

/** Expired by this browser's clock (ADV-06). An invalid date counts as expired. */
export const isOver = ({ expirationDate }: Advisor, now: Date): boolean => {
  const end = new Date(expirationDate);
  return Number.isNaN(end.getTime()) || isAdvisorExpired(end, now);
};

const read = (stored: unknown): Advisor | null => {
  const value = parseJson(stored);
  return isAdvisor(value) ? value : null;
};

const useAdvisorStore = create<AdvisorState>()(
  persist((): AdvisorState => ({ advisor: undefined }), {
    name: advisorStorageKey,
    storage: localText(),
    partialize: ({ advisor }) => (advisor ? JSON.stringify(advisor) : ''),
    merge: (stored) => ({ advisor: read(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(advisorStorageKey, useAdvisorStore);

/** The stored session, expired or not: its watcher clears it (ADV-05). */
export const useStoredAdvisor = (): Advisor | null | undefined => useAdvisorStore(({ advisor }) => advisor);

/** The advisor at work. Null if no advisor has a session. Undefined until the page has hydrated. */
export function useAdvisor(): Advisor | null | undefined {
  const advisor = useStoredAdvisor();
  return advisor && isOver(advisor, shopNow()) ? null : advisor;
}

/** Reads the storage, because another tab may have changed the value a moment ago. */
export function readAdvisor(): Advisor | null {
  void useAdvisorStore.persist.rehydrate();
  return useAdvisorStore.getState().advisor ?? null;
}

export function setAdvisor(advisor: Advisor | null): void {
  useAdvisorStore.setState({ advisor });
}
