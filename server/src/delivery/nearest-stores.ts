import { unknownRegionText } from '@ceiba/domain/delivery/regions';
import { headTowns } from '@ceiba/domain/locations/department-points';
import { defaultMapPoint, distanceKm } from '@ceiba/domain/locations/location';
import type { PickupPlaceRow } from './delivery.store.ts';

/** The refusal of an unknown region. Both `location.region` of a body and `region` of a query are reported as `region` (DEC-190). */
export const unknownRegion = {
  code: 'VALIDATION_ERROR' as const,
  metadata: { fields: { region: unknownRegionText } },
};

export interface Place {
  region: number;
  city: string;
  zone?: string | undefined;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const zoneNumber = (zone: string | undefined): string => /\d+/.exec(zone ?? '')?.[0] ?? '';

/**
 * Sorts the nearest stores first (DEC-100). A shopper's place is known by name, not by coordinates. The order is:
 * stores of the same zone and city, of the same city, of the same department, then all others by distance from the
 * department's head town.
 */
export const sortByDistance = <Store extends PickupPlaceRow>(stores: readonly Store[], place: Place): Store[] => {
  const [latitude, longitude] = headTowns[place.region]?.point ?? [defaultMapPoint.latitude, defaultMapPoint.longitude];
  const rank = (store: Store): number => {
    if (store.region_id !== place.region) return 3;
    if (plain(store.city) !== plain(place.city)) return 2;
    return zoneNumber(place.zone) !== '' && zoneNumber(store.zone) === zoneNumber(place.zone) ? 0 : 1;
  };
  const far = (store: Store): number => distanceKm({ latitude, longitude }, store);
  return stores.toSorted((a, b) => rank(a) - rank(b) || far(a) - far(b));
};

/**
 * Kilometres from the centre of a shopper's municipio to a store, to one decimal. Only the centres of head towns are
 * known. Null for other municipios, and for stores in the same municipio.
 */
export function kilometresTo(store: PickupPlaceRow, place: Place): number | null {
  const town = headTowns[place.region];
  if (town === undefined || plain(town.city) !== plain(place.city)) return null;
  if (store.region_id === place.region && plain(store.city) === plain(place.city)) return null;
  const [latitude, longitude] = town.point;
  return Math.round(distanceKm({ latitude, longitude }, store) * 10) / 10;
}
