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
import type { DeliverableRow, HandoverStoreRow, ShippingPlaceRow } from './delivery.store.ts';

/** One entry of DEC-99, without what it is about. */
export interface Times {
  shopId: number | null;
  deliveryDate: string | null;
  foundInStore: boolean | null;
  message: string;
  pickupDate: string | null;
  pickupTime: string | null;
}

/** When something is promised, and by which rules. */
export interface Moment {
  now: Date;
  policy: ShopPolicy;
}

export interface Demand {
  row: DeliverableRow;
  quantity: number;
}

/** Message where what is asked is handed out in stores only (DEC-89). */
const onlyInStore = 'Este producto se recoge en tienda';

/** Message where a store cannot serve what is asked. */
const notInStore = 'No disponible para recoger en esta tienda';

export const dateOf = (row: DeliverableRow, regionId: number, { now, policy }: Moment): DeliveryDate =>
  deliveryDate(
    {
      isDigital: row.kind !== 'goods',
      visitDays: row.visit_days,
      presale: row.is_presale ? { deliveryDate: row.presale_date === null ? null : civilDate(row.presale_date) } : null,
      isDropshipping: row.is_dropshipping,
      // A third party without a lead time of its own has the default one (DEC-96).
      sellerLeadDays: row.seller_id === firstPartySellerId ? 0 : row.lead_days || policy.sellerLeadDays,
    },
    regionId,
    now,
    policy,
  );

/** Where delivery takes a product from first (DEC-81): the warehouse, else the fullest store. */
const shipsFrom = (row: DeliverableRow, places: readonly ShippingPlaceRow[]): ShippingPlaceRow | undefined => {
  const stocked = places.filter(({ store_code }) => (row.levels[store_code] ?? 0) > 0);
  const fullest = stocked.toSorted((a, b) => (row.levels[b.store_code] ?? 0) - (row.levels[a.store_code] ?? 0))[0];
  return stocked.find(({ is_warehouse }) => is_warehouse) ?? fullest;
};

/** Returns whether it may be sent home at all (DEC-89). */
export const isSentHome = ({ row }: Demand): boolean => !row.is_restricted;

/** Home delivery of one shipment (DEC-96, DEC-99): none where a part of it must be picked up (DEC-89). */
export const deliveryTimes = (
  demands: readonly Demand[],
  regionId: number,
  places: readonly ShippingPlaceRow[],
  at: Moment,
): Times => {
  if (!demands.every(isSentHome)) return { ...noPickup, foundInStore: null, message: onlyInStore };
  // A visit happens after the delivery of its product, and delays no shipment.
  const sent = demands.filter(({ row }) => row.visit_days === null);
  const dated = sent.length > 0 ? sent : demands;
  const date = shipmentDate(dated.map(({ row }) => dateOf(row, regionId, at)));
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

/** The free stock of a product by place, as `lockStock` of placing reads it. */
export const levelsOf = ({ levels }: DeliverableRow, places: readonly ShippingPlaceRow[]): StockLevel[] =>
  places.map(({ store_code, is_warehouse, display_units }) => ({
    storeCode: store_code,
    isWarehouse: is_warehouse,
    quantity: levels[store_code] ?? 0,
    displayUnits: display_units,
  }));

const pickupDemands = (demands: readonly Demand[], places: readonly ShippingPlaceRow[]): PickupDemand[] =>
  demands
    .filter(({ row }) => row.kind === 'goods')
    .map(({ row, quantity }) => ({
      levels: levelsOf(row, places),
      quantity,
      isThirdParty: row.seller_id !== firstPartySellerId,
      isDropshipping: row.is_dropshipping,
    }));

/** Pickup of all demands in one store; undefined when it cannot serve every item or never opens (DEC-97). */
export const pickupTimes = (
  demands: readonly Demand[],
  place: HandoverStoreRow,
  places: readonly ShippingPlaceRow[],
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

/** Returns whether the stock reaches; services and virtual gift cards have no limit (DEC-81). */
export const isAvailable = ({ row, quantity }: Demand): boolean => row.salable === null || row.salable >= quantity;
