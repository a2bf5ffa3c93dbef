import { create } from 'zustand';

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
export const defaultLocation: ChosenLocation = { userRegion: 485, userCity: 'Guatemala' };

/** Stored text is anybody's: what is not a location counts as none. */
export const parseLocation = (stored: string | null): ChosenLocation | null => {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return null;
    if (!('userRegion' in value) || typeof value.userRegion !== 'number') return null;
    if (!('userCity' in value) || typeof value.userCity !== 'string' || value.userCity === '') return null;
    const zone = 'zone' in value && typeof value.zone === 'string' && value.zone !== '' ? value.zone : null;
    return { userRegion: value.userRegion, userCity: value.userCity, ...(zone === null ? {} : { zone }) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

interface LocationState {
  /** Undefined while the page has not woken up in the browser, null when none was chosen. */
  location: ChosenLocation | null | undefined;
  /** Null until the drawer was opened once. */
  isDrawerOpen: boolean | null;
}

export const useLocationStore = create<LocationState>(() => ({ location: undefined, isDrawerOpen: null }));

export const openLocationDrawer = (): void => useLocationStore.setState({ isDrawerOpen: true });
export const closeLocationDrawer = (): void => useLocationStore.setState({ isDrawerOpen: false });

/** Reads what this browser kept; called once after the page woke up, so that hydration meets the server's markup. */
export const readStoredLocation = (): void => {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(storageKey);
  } catch {
    // Storage refused (private windows): the choice lasts as long as the page.
  }
  useLocationStore.setState({ location: parseLocation(stored) });
};

export const keepLocation = (location: ChosenLocation): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(location));
  } catch {
    // As above.
  }
  useLocationStore.setState({ location, isDrawerOpen: false });
};

/** "Guatemala, Zona 10". */
export const shownLocation = ({ userCity, zone }: ChosenLocation): string =>
  zone === undefined ? userCity : `${userCity}, ${zone}`;
