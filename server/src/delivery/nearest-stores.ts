import { defaultMapPoint, distanceKm } from '@ceiba/domain/locations/location';
import type { PickupPlaceRow } from './delivery.store.ts';

export interface Place {
  region: number;
  city: string;
  zone?: string | undefined;
}

/** Reference point of each department's capital, degrees; enough to order stores across the country. */
const departmentPoints: Record<number, readonly [latitude: number, longitude: number]> = {
  485: [14.6349, -90.5069],
  486: [14.8539, -90.0694],
  487: [14.5586, -90.7295],
  488: [14.6611, -90.8194],
  489: [14.305, -90.785],
  490: [14.2786, -90.3],
  491: [14.7722, -91.1833],
  492: [14.9117, -91.3611],
  493: [14.8347, -91.5181],
  494: [14.5347, -91.5036],
  495: [14.5361, -91.6778],
  496: [14.9639, -91.7944],
  497: [15.3197, -91.4714],
  498: [15.0306, -91.1489],
  499: [15.1036, -90.3136],
  500: [15.4708, -90.3708],
  501: [16.93, -89.8917],
  502: [15.7278, -88.5944],
  503: [14.9722, -89.5306],
  504: [14.8, -89.5444],
  505: [14.6333, -89.9889],
  506: [14.2917, -89.8958],
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const zoneNumber = (zone: string | undefined): string => /\d+/.exec(zone ?? '')?.[0] ?? '';

/**
 * Nearest first (DEC-100). A shopper's place is known by name, not by coordinates: a store of the same zone and city is
 * nearest, then the same city, then the same department, then by distance from the department's capital.
 */
export const sortByDistance = <Store extends PickupPlaceRow>(stores: readonly Store[], place: Place): Store[] => {
  const [latitude, longitude] = departmentPoints[place.region] ?? [defaultMapPoint.latitude, defaultMapPoint.longitude];
  const rank = (store: Store): number => {
    if (store.region_id !== place.region) return 3;
    if (plain(store.city) !== plain(place.city)) return 2;
    return zoneNumber(place.zone) !== '' && zoneNumber(store.zone) === zoneNumber(place.zone) ? 0 : 1;
  };
  const far = (store: Store): number => distanceKm({ latitude, longitude }, store);
  return stores.toSorted((a, b) => rank(a) - rank(b) || far(a) - far(b));
};
