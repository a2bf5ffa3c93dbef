import { useEffect } from 'react';
import { defaultLocation, readStoredLocation, useLocationStore } from '../locations/location-store.ts';
import type { DeliveryPlace } from './use-delivery-times.ts';

/** Where availability is asked for while no address was given (DEC-25); null while the page has not woken up. */
export function useShopperPlace(): DeliveryPlace | null {
  const chosen = useLocationStore((state) => state.location);
  const isUnread = chosen === undefined;
  useEffect(() => {
    // The header reads it, but the checkout has another one.
    if (isUnread) readStoredLocation();
  }, [isUnread]);
  if (chosen === undefined) return null;
  const { userRegion: region, userCity: city, zone } = chosen ?? defaultLocation;
  return { region, city, ...(zone === undefined ? {} : { zone }) };
}
