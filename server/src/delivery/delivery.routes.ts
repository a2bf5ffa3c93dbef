import * as calls from '@ceiba/contract/delivery';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Database } from '../platform/db/database.ts';
import { type Handler, type Refusal, type Route, route } from '../platform/http/route.ts';
import { type DeliverableRow, type PickupPlaceRow, readSupply } from './delivery.store.ts';
import {
  type Demand,
  deliveryTimes,
  isAvailable,
  isSentHome,
  type Moment,
  noPickup,
  pickupTimes,
  type Times,
} from './delivery-times.ts';
import { sortByDistance, unknownRegion } from './nearest-stores.ts';
import { productStores } from './product-stores.ts';

type ItemsRefusal = Refusal<'VALIDATION_ERROR'>;

interface Item {
  sku: string;
  quantity: number;
}

const invalid = (field: string, text: string): ItemsRefusal => ({
  code: 'VALIDATION_ERROR',
  metadata: { fields: { [field]: text } },
});

/** Sums lines of one product into one demand. Separate lines would each count the same units. */
const sumDemands = (
  products: ReadonlyMap<string, DeliverableRow>,
  items: readonly Item[],
): Result<Demand[], ItemsRefusal> => {
  const demands = new Map<string, Demand>();
  for (const { sku, quantity } of items) {
    const row = products.get(sku);
    if (row === undefined) return refuse(invalid('items', `No existe el producto ${sku}.`));
    demands.set(sku, { row, quantity: (demands.get(sku)?.quantity ?? 0) + quantity });
  }
  return ok([...demands.values()]);
};

/** Reads the requested products and the places from which they may come. */
const readDemands = async (
  db: Database,
  items: readonly Item[],
  regionId: number,
): Promise<Result<{ demands: Demand[]; places: PickupPlaceRow[] }, ItemsRefusal>> => {
  const skus = items.map(({ sku }) => sku);
  const { products, places, regions } = await readSupply(db.read, skus);
  if (!regions.has(regionId)) return refuse(unknownRegion);
  const demands = sumDemands(products, items);
  return demands.ok ? ok({ demands: demands.value, places }) : demands;
};

const findStore = (places: readonly PickupPlaceRow[], code: string | undefined): PickupPlaceRow | undefined =>
  places.find(({ store_code, is_pickup }) => is_pickup && store_code === code);

const storeTimes = (
  demands: readonly Demand[],
  store: PickupPlaceRow | undefined,
  places: readonly PickupPlaceRow[],
  at: Moment,
): Times => (store === undefined ? noPickup : (pickupTimes(demands, store, places, at) ?? noPickup));

const groupBySeller = (demands: readonly Demand[]): [number, Demand[]][] => [
  ...Map.groupBy(demands, ({ row }) => row.seller_id),
];

const bySku =
  (db: Database): Handler<typeof calls.getDeliveryTimes> =>
  async ({ query }, at) => {
    const { skus, types = ['delivery', 'storepickup'], region, city, zone, store } = query;
    if (skus.length === 0 || skus.length > 50) return refuse(invalid('skus', 'Indica de 1 a 50 productos.'));
    const unknown = types.find((type) => type !== 'delivery' && type !== 'storepickup');
    if (unknown !== undefined)
      return refuse(invalid('types', 'Las formas de entrega deben ser delivery o storepickup.'));
    const { products, places, regions } = await readSupply(db.read, skus);
    if (!regions.has(region)) return refuse(unknownRegion);
    const nearest = sortByDistance(
      places.filter(({ is_pickup }) => is_pickup),
      { region, city, zone },
    );
    // If the call names no store, the nearest store with the product counts.
    const candidates = store === undefined ? nearest : nearest.filter(({ store_code }) => store_code === store);
    const data = skus.flatMap((sku) => {
      const row = products.get(sku);
      if (row === undefined) return [];
      const demands = [{ row, quantity: 1 }];
      return types.map((type) => {
        if (type === 'delivery')
          return { sku, type: 'delivery' as const, ...deliveryTimes(demands, region, places, at) };
        const times = candidates
          .map((place) => pickupTimes(demands, place, places, at))
          .find((found) => found !== undefined);
        return { sku, type: 'storepickup' as const, ...(times ?? noPickup) };
      });
    });
    return ok({ status: 200, data });
  };

const bySeller =
  (db: Database): Handler<typeof calls.computeDeliveryTimes> =>
  async ({ body: { shippingMethod, location, items } }, at) => {
    const read = await readDemands(db, items, location.region);
    if (!read.ok) return read;
    const { demands, places } = read.value;
    const store = findStore(places, location.store);
    const data = groupBySeller(demands).map(([sellerId, group]) => ({
      sellerId,
      skus: group.map(({ row }) => row.sku),
      ...(shippingMethod === 'delivery'
        ? deliveryTimes(group, location.region, places, at)
        : storeTimes(group, store, places, at)),
    }));
    return ok({ status: 201, data });
  };

const deliveryStock =
  (db: Database): Handler<typeof calls.checkDeliveryStock> =>
  async ({ body: { items, location } }, at) => {
    const read = await readDemands(db, items, location.region);
    if (!read.ok) return read;
    const { demands, places } = read.value;
    const answered = demands.map((demand) => {
      const { shopId, deliveryDate, message } = deliveryTimes([demand], location.region, places, at);
      const isInStock = isAvailable(demand);
      const available = isInStock && isSentHome(demand);
      return {
        sku: demand.row.sku,
        available,
        quantity: demand.quantity,
        shopId,
        deliveryDate: available ? deliveryDate : null,
        message: isInStock ? message : 'Agotado',
      };
    });
    return ok({ status: 200, data: { available: answered.every(({ available }) => available), items: answered } });
  };

const pickupStock =
  (db: Database): Handler<typeof calls.checkPickupStock> =>
  async ({ body: { items, location } }, at) => {
    const read = await readDemands(db, items, location.region);
    if (!read.ok) return read;
    const { demands, places } = read.value;
    const nearest = sortByDistance(
      places.filter(({ is_pickup }) => is_pickup),
      location,
    );
    const stores = nearest.flatMap((place) => {
      const times = pickupTimes(demands, place, places, at);
      if (times === undefined) return [];
      const { store_code, name, street, city, region_id, zone, latitude, longitude } = place;
      return [{ storeCode: store_code, name, street, city, regionId: region_id, zone, latitude, longitude, ...times }];
    });
    return ok({ status: 200, data: { found: stores.length > 0, stores } });
  };

export const deliveryRoutes = ({ db }: { db: Database }): Route[] => [
  route(calls.getDeliveryTimes, bySku(db)),
  route(calls.computeDeliveryTimes, bySeller(db)),
  route(calls.checkDeliveryStock, deliveryStock(db)),
  route(calls.checkPickupStock, pickupStock(db)),
  route(calls.getProductStores, productStores(db)),
];
