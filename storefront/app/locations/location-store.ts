import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** The place availability is asked for (CAT-20, DEC-25). */
export interface ChosenLocation {
  /** Region id, 485 to 506. */
  userRegion: number;
  /** Municipality. */
  userCity: string;
  /** "Zona 10"; only the capital has zones (DEC-88). */
  zone?: string;
}

/** DEC-184. */
const storageKey = 'ceiba.location';

/** What the cards use while nothing was chosen. */
export const defaultLocation: ChosenLocation = { userRegion: homeRegionId, userCity: 'Guatemala' };

/** Stored text is anybody's: what is not a location counts as none. */
export const parseLocation = (stored: unknown): ChosenLocation | null => {
  const value = parseJson(stored);
  if (typeof value !== 'object' || value === null) return null;
  if (!('userRegion' in value) || typeof value.userRegion !== 'number') return null;
  if (!('userCity' in value) || typeof value.userCity !== 'string' || value.userCity === '') return null;
  const zone = 'zone' in value && typeof value.zone === 'string' && value.zone !== '' ? value.zone : null;
  return { userRegion: value.userRegion, userCity: value.userCity, ...(zone === null ? {} : { zone }) };
};

interface LocationState {
  /** Undefined while the page has not woken up in the browser, null when none was chosen. */
  location: ChosenLocation | null | undefined;
  /** Null until the drawer was opened once. */
  isDrawerOpen: boolean | null;
}

/** While the page wakes up it shows what the server sent; the kept location follows at once. */
export const useLocationStore = create<LocationState>()(
  persist((): LocationState => ({ location: undefined, isDrawerOpen: null }), {
    name: storageKey,
    storage: localText(),
    partialize: ({ location }) => (location ? JSON.stringify(location) : ''),
    merge: (kept, state) => ({ ...state, location: parseLocation(kept) }),
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

export function keepLocation(location: ChosenLocation): void {
  useLocationStore.setState({ location, isDrawerOpen: false });
}

/** "Guatemala, Zona 10". */
export const shownLocation = ({ userCity, zone }: ChosenLocation): string =>
  zone === undefined ? userCity : `${userCity}, ${zone}`;
