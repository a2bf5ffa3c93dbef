import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { civilDate } from '@ceiba/domain/dates/civil-date';
import {
  type DeliveryDate,
  dayOfDelivery,
  deliveryDate,
  deliveryText,
  shipmentDate,
} from '@ceiba/domain/delivery/delivery-date';
import {
  type PickupDemand,
  pickupSource,
  pickupTime,
  shopIdOf,
  withPresaleDate,
} from '@ceiba/domain/delivery/pickup-date';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import type { StockLevel } from '@ceiba/domain/stock/claim-plan';
import type { DeliverableRow, HandoverStoreRow, SourcePlaceRow } from './delivery.store.ts';

/** The times in one entry of the answer (DEC-99), without the products to which they apply. */
export interface Times {
  shopId: number | null;
  deliveryDate: string | null;
  foundInStore: boolean | null;
  message: string;
  pickupDate: string | null;
  pickupTime: string | null;
}

/** The time for which delivery times are calculated, and the policy. */
export interface Moment {
  now: Date;
  policy: ShopPolicy;
}

export interface Demand {
  row: DeliverableRow;
  quantity: number;
}

/** The message if a product can only be picked up in a store (DEC-89). */
const onlyInStore = 'Este producto se recoge en tienda';

/** The message if a store cannot hand out all of the products. */
const notInStore = 'No disponible para recoger en esta tienda';

/** The facts of a product that decide about its delivery date. */
export type DatedRow = Pick<
  DeliverableRow,
  'kind' | 'visit_days' | 'is_presale' | 'presale_date' | 'is_dropshipping' | 'seller_id' | 'lead_days'
>;

export const dateOf = (row: DatedRow, regionId: number, { now, policy }: Moment): DeliveryDate =>
  deliveryDate(
    {
      isDigital: row.kind !== 'goods',
      visitDays: row.visit_days,
      presale: row.is_presale ? { deliveryDate: row.presale_date === null ? null : civilDate(row.presale_date) } : null,
      isDropshipping: row.is_dropshipping,
      // A third-party seller without a lead time gets the default lead time (DEC-96).
      sellerLeadDays: row.seller_id === firstPartySellerId ? 0 : row.lead_days || policy.sellerLeadDays,
    },
    regionId,
    now,
    policy,
  );

/**
 * Returns the first place from which delivery takes a product (DEC-81): the warehouse, otherwise the store with the
 * most units.
 */
const shipsFrom = (row: DeliverableRow, places: readonly SourcePlaceRow[]): SourcePlaceRow | undefined => {
  const stocked = places.filter(({ store_code }) => (row.levels[store_code] ?? 0) > 0);
  const fullest = stocked.toSorted((a, b) => (row.levels[b.store_code] ?? 0) - (row.levels[a.store_code] ?? 0))[0];
  return stocked.find(({ is_warehouse }) => is_warehouse) ?? fullest;
};

/** Returns whether the product may be delivered, not only picked up (DEC-89). */
export const isSentHome = ({ row }: Demand): boolean => !row.is_restricted;

/** Returns the dates for which a home delivery waits. A visit happens after the delivery of its product, and delays no shipment. */
export const homeDates = (rows: readonly DatedRow[], regionId: number, at: Moment): DeliveryDate[] => {
  const sent = rows.filter(({ visit_days }) => visit_days === null);
  return (sent.length > 0 ? sent : rows).map((row) => dateOf(row, regionId, at));
};

/** Returns the times of a shipment's home delivery (DEC-96, DEC-99). No times: a product in it can only be picked up (DEC-89). */
export const deliveryTimes = (
  demands: readonly Demand[],
  regionId: number,
  places: readonly SourcePlaceRow[],
  at: Moment,
): Times => {
  if (!demands.every(isSentHome)) return { ...noPickup, foundInStore: null, message: onlyInStore };
  const date = shipmentDate(
    homeDates(
      demands.map(({ row }) => row),
      regionId,
      at,
    ),
  );
  const goods = demands.find(({ row }) => row.kind === 'goods');
  const from = goods === undefined ? undefined : shipsFrom(goods.row, places);
  return {
    shopId: from === undefined ? null : shopIdOf(from.type),
    deliveryDate: date === null ? null : dayOfDelivery(date),
    foundInStore: null,
    message: deliveryText(date),
    pickupDate: null,
    pickupTime: null,
  };
};

/** Returns the free stock of a product by place, as placing reads it with `lockStock`. */
export const levelsOf = ({ levels }: DeliverableRow, places: readonly SourcePlaceRow[]): StockLevel[] =>
  places.map(({ store_code, is_warehouse, display_units }) => ({
    storeCode: store_code,
    isWarehouse: is_warehouse,
    quantity: levels[store_code] ?? 0,
    displayUnits: display_units,
  }));

const pickupDemands = (demands: readonly Demand[], places: readonly SourcePlaceRow[]): PickupDemand[] =>
  demands
    .filter(({ row }) => row.kind === 'goods')
    .map(({ row, quantity }) => ({
      levels: levelsOf(row, places),
      quantity,
      isThirdParty: row.seller_id !== firstPartySellerId,
      isDropshipping: row.is_dropshipping,
    }));

/**
 * Returns the times for picking up all demands in one store. Undefined if the store cannot hand out every item, or
 * never opens (DEC-97).
 */
export const pickupTimes = (
  demands: readonly Demand[],
  place: HandoverStoreRow,
  places: readonly SourcePlaceRow[],
  at: Moment,
): Times | undefined => {
  const source = pickupSource(pickupDemands(demands, places), place.store_code);
  if (source === null) return undefined;
  const goods = demands.filter(({ row }) => row.kind === 'goods');
  const dates = goods.map(({ row }) => dateOf(row, place.region_id, at));
  const ready = pickupTime(source, place, at.now, at.policy);
  if (ready === null) return undefined;
  const time = withPresaleDate(ready, dates, place, at.policy);
  return {
    shopId: shopIdOf(place.type),
    deliveryDate: null,
    foundInStore: time.foundInStore,
    message: time.message,
    pickupDate: time.pickupDate,
    pickupTime: time.pickupTime,
  };
};

export const noPickup: Times = {
  shopId: null,
  deliveryDate: null,
  foundInStore: false,
  message: notInStore,
  pickupDate: null,
  pickupTime: null,
};

/** Returns whether there are enough units. Services and virtual gift cards have no stock limit (DEC-81). */
export const isAvailable = ({ row, quantity }: Demand): boolean => row.salable === null || row.salable >= quantity;
