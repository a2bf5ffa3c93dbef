import { type ChosenLocation, useLocationStore } from './location-store.ts';

/** The place of a saved address. */
interface AddressPlace {
  defaultShipping: boolean;
  region: { regionId: number };
  city: string;
  zone: string;
}

/** Takes the default address of a customer who signs in as the delivery place, unless this browser has chosen another. */
export function takeAccountPlace(addresses: readonly AddressPlace[]): void {
  const address = addresses.find(({ defaultShipping }) => defaultShipping);
  if (address === undefined || useLocationStore.getState().location) return;
  const { region, city, zone } = address;
  const place: ChosenLocation = { userRegion: region.regionId, userCity: city };
  useLocationStore.setState({ location: zone.startsWith('Zona ') ? { ...place, zone } : place });
}
