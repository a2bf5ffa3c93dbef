import type { Store } from '@ceiba/contract/locations';
import type { Tx } from '../platform/db/database.ts';
import { column, type RowOf, statement } from '../platform/db/statement.ts';

/** The facts of a product that determine from when and where it is delivered. */
export interface DeliverableRow {
  sku: string;
  kind: 'goods' | 'gift_card' | 'service';
  seller_id: number;
  lead_days: number;
  is_presale: boolean;
  presale_date: string | null;
  is_dropshipping: boolean;
  /** Number of business days in which a service at the buyer's home is done. Null if there is no home service. */
  visit_days: number | null;
  /** For pickup only (DEC-89). */
  is_restricted: boolean;
  /** Null if there is no stock limit. */
  salable: number | null;
  /** Units by place. The warehouse's units are under the warehouse's code. */
  levels: Record<string, number>;
}

/** A store or warehouse, as JSON. */
export interface PickupPlaceRow {
  store_code: string;
  name: string;
  street: string;
  city: string;
  region_id: number;
  zone: string;
  latitude: number;
  longitude: number;
  type: 'tienda' | 'bodega';
  hours: Store['hours'];
  exceptions: Store['exceptions'];
  slug: string;
  is_pickup: boolean;
  is_warehouse: boolean;
  /** Display pieces of each product, which cannot be picked up (LIVE-03). */
  display_units: number;
}

/** The fields of a place that determine from where goods are delivered. */
export type SourcePlaceRow = Pick<PickupPlaceRow, 'store_code' | 'type' | 'is_warehouse' | 'display_units'>;

/** The fields of a store that determine when it hands goods over. */
export type HandoverStoreRow = Pick<PickupPlaceRow, 'store_code' | 'type' | 'region_id' | 'hours' | 'exceptions'>;

/** The data needed to calculate the dates of one cart. */
export interface CartSupply {
  /** The cart's products by SKU. */
  products: ReadonlyMap<string, DeliverableRow>;
  /** In the shop's order. */
  places: SourcePlaceRow[];
  /** The store that the cart's address names. Null if there is no store or an unknown store. */
  store: HandoverStoreRow | null;
}

/** The data needed to calculate dates. */
export interface Supply {
  /** Known products by SKU, without unknown SKUs. */
  products: ReadonlyMap<string, DeliverableRow>;
  /** Stores and warehouses in the shop's order. */
  places: PickupPlaceRow[];
  /** Region IDs of the departments that the shop knows. */
  regions: ReadonlySet<number>;
}

// A single round trip, because every product page and every checkout step needs this.
type SupplyRow = RowOf<typeof selectSupply>;

const productsSelect = (condition: string): string => `(select coalesce(json_agg(d), '[]') from (
        select p.sku, p.kind, p.seller_id, s.lead_days, p.is_presale, p.presale_date, p.is_dropshipping,
          p.is_restricted, case when p.kind = 'service' then (select days from visits v where v.product_id = p.id) end as visit_days,
          case when p.kind = 'goods' then coalesce((select salable from stock_totals t where t.product_id = p.id), 0) end as salable,
          (select coalesce(json_object_agg(l.store_code, l.quantity), '{}') from stock_levels l
           where l.product_id = p.id and l.quantity > 0) as levels
        from products p join sellers s on s.id = p.seller_id
        where ${condition} and p.is_published) d) as products`;

const selectSupply = statement(
  'delivery.supply',
  `select ${productsSelect('p.sku = any ($1)')},
     (select coalesce(json_agg(s), '[]') from (
        select store_code, name, street, city, region_id, zone, latitude, longitude, type, is_pickup, is_warehouse, display_units, slug,
          hours, exceptions
        from stores order by position, store_code) s) as places,
     (select coalesce(json_agg(region_id), '[]') from departments where is_active) as regions`,
  { products: column<DeliverableRow[]>(), places: column<PickupPlaceRow[]>(), regions: column<number[]>() },
);

const selectSupplyOfCart = statement(
  'delivery.supply-of-cart',
  `select ${productsSelect('p.id = any (array(select product_id from cart_lines where cart_id = $1))')},
     (select coalesce(json_agg(s), '[]') from (
        select store_code, type, is_warehouse, display_units from stores order by position, store_code) s) as places,
     (select json_build_object('store_code', store_code, 'type', type, 'region_id', region_id, 'hours', hours,
          'exceptions', exceptions)
        from stores where store_code = (select shipping_address ->> 'storeCode' from carts where id = $1)) as store`,
  { places: column<SourcePlaceRow[]>(), store: column<HandoverStoreRow>(), products: column<DeliverableRow[]>() },
);

const bySku = (products: readonly DeliverableRow[]): ReadonlyMap<string, DeliverableRow> =>
  new Map(products.map((product) => [product.sku, product]));

function toSupply([row]: SupplyRow[]): Supply {
  if (row === undefined) throw new Error('supply answers one row');
  const { products, places, regions } = row;
  return { products: bySku(products), places, regions: new Set(regions) };
}

/** Reads the stock of these products and its places. */
export const readSupply = async (tx: Tx, skus: readonly string[]): Promise<Supply> =>
  toSupply(await selectSupply(tx, [[...new Set(skus)]]));

/** Reads the supply of a cart, limited to the data that its address needs, because each order reads it. */
export async function readSupplyOfCart(tx: Tx, cartId: string): Promise<CartSupply> {
  const [row] = await selectSupplyOfCart(tx, [cartId]);
  if (row === undefined) throw new Error('supply answers one row');
  return { ...row, products: bySku(row.products) };
}
