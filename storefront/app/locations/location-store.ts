import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** The place for availability (CAT-20, DEC-25). */
export interface ChosenLocation {
  /** Region ID, 485 to 506. */
  userRegion: number;
  /** Municipality. */
  userCity: string;
  /** "Zona 10"; only the capital has zones (DEC-88). */
  zone?: string;
  /** Code of the store in which the shopper wants to pick up, until the checkout takes it (LIVE-05). */
  store?: string;
}

/** The key in local storage (DEC-184). */
const storageKey = 'ceiba.location';

/** The place for the cards before the shopper chooses a place. */
export const defaultLocation: ChosenLocation = { userRegion: homeRegionId, userCity: 'Guatemala' };

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Parses stored text, which may be anything. An invalid location is ignored. */
export const parseLocation = (stored: unknown): ChosenLocation | null => {
  const value = parseJson(stored);
  if (typeof value !== 'object') return null;
  const { userRegion, userCity, zone, store }: Record<string, unknown> = { ...value };
  if (typeof userRegion !== 'number' || !isFilled(userCity)) return null;
  return { userRegion, userCity, ...(isFilled(zone) && { zone }), ...(isFilled(store) && { store }) };
};

interface LocationState {
  /** Undefined until the page has hydrated. Null if no place was chosen. */
  location: ChosenLocation | null | undefined;
  /** Null until the drawer was first opened. */
  isDrawerOpen: boolean | null;
}

/** While hydrating, the page shows the server's state. The stored location follows immediately. */
export const useLocationStore = create<LocationState>()(
  persist((): LocationState => ({ location: undefined, isDrawerOpen: null }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ location }) => (location ? JSON.stringify(location) : ''),
    merge: (stored, state) => ({ ...state, location: parseLocation(stored) }),
    skipHydration: typeof window === 'undefined',
  }),
);
followOtherTabs(storageKey, useLocationStore);

export function openLocationDrawer(): void {
  useLocationStore.setState({ isDrawerOpen: true });
}

export function closeLocationDrawer(): void {
  useLocationStore.setState({ isDrawerOpen: false });
}

export function setLocation(location: ChosenLocation): void {
  useLocationStore.setState({ location, isDrawerOpen: false });
}

/** "Guatemala, Zona 10". */
export const shownLocation = ({ userCity, zone }: ChosenLocation): string =>
  zone === undefined ? userCity : `${userCity}, ${zone}`;
