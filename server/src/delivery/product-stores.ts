import type { getProductStores, StoreStock } from '@ceiba/contract/delivery';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { dayOfDelivery, deliveryText } from '@ceiba/domain/delivery/delivery-date';
import { homeRegionId } from '@ceiba/domain/delivery/regions';
import { storeAvailability, storesTexts } from '@ceiba/domain/delivery/store-availability';
import { openingText } from '@ceiba/domain/delivery/store-day';
import { ok, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import type { Handler } from '../platform/http/route.ts';
import { type DeliverableRow, type PickupPlaceRow, readSupply, type Supply } from './delivery.store.ts';
import { dateOf, isSentHome, levelsOf, type Moment } from './delivery-times.ts';
import { kilometresTo, type Place, sortByDistance, unknownRegion } from './nearest-stores.ts';

/** A product's stock, and the time before the reading of the stock started. */
interface Reading {
  asOf: Date;
  supply: Promise<Supply>;
}

/** Time for which a reading is shared, in milliseconds, and the maximum number of shared readings. */
const sharedMs = 1_000;
const maxShared = 1_000;

/** Reads the supply of a product at most once a second for each quantity (LIVE). A failed reading is not shared. */
export function shareReadings(
  read: (sku: string) => Promise<Supply>,
): (asked: string, sku: string, now: Date) => Reading {
  const readings = new Map<string, Reading>();
  return (asked, sku, now) => {
    const found = readings.get(asked);
    const age = found === undefined ? Number.NaN : now.getTime() - found.asOf.getTime();
    if (found !== undefined && age >= 0 && age < sharedMs) return found;
    for (const [each, { asOf }] of readings) {
      if (readings.size < maxShared && now.getTime() - asOf.getTime() < sharedMs) break;
      readings.delete(each);
    }
    const reading = { asOf: now, supply: read(sku) };
    reading.supply.catch(() => readings.get(asked) === reading && readings.delete(asked));
    // Deleted first, so that the first key of the map is always the oldest reading.
    readings.delete(asked);
    readings.set(asked, reading);
    return reading;
  };
}

/**
 * Returns why no store hands a product over. Null if stores do (LIVE-06). A presale is handed over from its day on
 * (CAT-21).
 */
function refusalOf(row: DeliverableRow, regionId: number, at: Moment) {
  const date = dateOf(row, regionId, at);
  const isPresale = date.kind === 'presale' || date.kind === 'presaleUnknown';
  const isElsewhere = row.kind !== 'goods' || row.seller_id !== firstPartySellerId || row.is_dropshipping;
  if (!isElsewhere && !isPresale) return null;
  const isSent = isSentHome({ row, quantity: 1 });
  return {
    message: isElsewhere ? storesTexts.notPickedUp : storesTexts.notYet,
    deliveryDate: isSent ? dayOfDelivery(date) : null,
    deliveryMessage: isSent || isPresale ? deliveryText(date) : '',
  };
}

/**
 * Answers where a product can be picked up (LIVE-01 to LIVE-06). One statement reads the rows from which placing claims, and `planClaims`
 * plans each store's pickup like placing. The answer never promises more than a placement at `asOf` gets (record 0168).
 */
export const productStores = (db: Database): Handler<typeof getProductStores> => {
  const readingOf = shareReadings((sku) => readSupply(db.read, [sku]));
  return async ({ params: { sku }, query: { quantity, ...place } }, { now, policy }) => {
    const { asOf, supply } = readingOf(`${quantity} ${sku}`, sku, now);
    const { products, places, regions } = await supply;
    const row = products.get(sku);
    if (row === undefined) return refuse({ code: 'PRODUCT_NOT_FOUND' });
    if (!regions.has(place.region)) return refuse(unknownRegion);
    const notPickedUp = refusalOf(row, place.region, { now, policy });
    const levels = levelsOf(row, places);
    const open = notPickedUp === null ? places.filter(({ is_pickup }) => is_pickup) : [];
    const stores = sortByDistance(open, place).map((store) => ({
      ...whoIs(store, place),
      ...storeAvailability({ levels, quantity }, timesOf(store), now, policy),
      ...opening(store, { now, policy }),
    }));
    return ok({ status: 200, data: { asOf: asOf.toISOString(), notPickedUp, stores } });
  };
};

/**
 * Returns the stock of a line in each store (WA-04), in the shop's order. `productStores` answers the same for a product.
 */
export function storesOfLine({ products, places }: Supply, line: { sku: string; quantity: number }, at: Moment) {
  const row = products.get(line.sku);
  if (row === undefined) return { notPickedUp: storesTexts.none, stores: [] };
  const notPickedUp = refusalOf(row, homeRegionId, at)?.message ?? null;
  const levels = levelsOf(row, places);
  const open = notPickedUp === null ? places.filter(({ is_pickup }) => is_pickup) : [];
  const stores = open.map((store) => {
    const { state, message } = storeAvailability({ ...line, levels }, timesOf(store), at.now, at.policy);
    return { storeCode: store.store_code, name: store.name, state, message };
  });
  return { notPickedUp, stores };
}

const timesOf = ({ store_code, hours, exceptions }: PickupPlaceRow) => ({ storeCode: store_code, hours, exceptions });

const whoIs = (store: PickupPlaceRow, place: Place) => {
  const { store_code, slug, name, city, zone, latitude, longitude } = store;
  return { storeCode: store_code, slug, name, city, zone, latitude, longitude, distanceKm: kilometresTo(store, place) };
};

const opening = (store: PickupPlaceRow, { now, policy }: Moment): Pick<StoreStock, 'openNow' | 'hours'> => {
  const { isOpen, text } = openingText(store, now, policy);
  return { openNow: isOpen, hours: text };
};
