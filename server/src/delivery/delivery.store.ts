import type { PlaceRow } from '../locations/locations.store.ts';
import { statement, type Tx } from '../platform/db/database.ts';

/** What decides when and from where a product comes. */
export interface DeliverableRow {
  sku: string;
  kind: 'goods' | 'gift_card' | 'service';
  seller_id: number;
  lead_days: number;
  is_presale: boolean;
  presale_date: string | null;
  is_dropshipping: boolean;
  /** Business days within which a service is done at the buyer's home; null: it is no visit. */
  visit_days: number | null;
  /** To be picked up only (DEC-89). */
  is_restricted: boolean;
  /** Null: no stock limit. */
  salable: number | null;
  /** Units by place; the warehouse's are under its own code. */
  levels: Record<string, number>;
}

export interface PickupPlaceRow extends PlaceRow {
  is_pickup: boolean;
  is_warehouse: boolean;
}

/** As much of a place as decides where a delivery comes from. */
export type ShippingPlaceRow = Pick<PickupPlaceRow, 'store_code' | 'type' | 'is_warehouse'>;

/** As much of a store as decides when it hands something out. */
export type HandoverStoreRow = Pick<PickupPlaceRow, 'store_code' | 'type' | 'region_id' | 'hours'>;

/** Everything dates of one cart are worked out from. */
export interface CartSupply {
  /** Its products by sku. */
  products: ReadonlyMap<string, DeliverableRow>;
  /** In their order. */
  places: ShippingPlaceRow[];
  /** The store that its address names; null = none, or none that there is. */
  store: HandoverStoreRow | null;
}

/** Everything dates are worked out from. */
export interface Supply {
  /** Known products by sku; unknown skus are missing. */
  products: ReadonlyMap<string, DeliverableRow>;
  /** Stores and warehouses in their order. */
  places: PickupPlaceRow[];
  /** Region ids of the departments the shop knows. */
  regions: ReadonlySet<number>;
}

// One round trip for all: every product page and every step of the checkout asks for them.
interface SupplyRow {
  products: DeliverableRow[];
  places: PickupPlaceRow[];
  regions: number[];
}

const productsSelect = (condition: string): string => `(select coalesce(json_agg(d), '[]') from (
        select p.sku, p.kind, p.seller_id, s.lead_days, p.is_presale, p.presale_date, p.is_dropshipping,
          p.is_restricted, case when p.kind = 'service' then (select days from visits v where v.product_id = p.id) end as visit_days,
          case when p.kind = 'goods' then coalesce((select salable from stock_totals t where t.product_id = p.id), 0) end as salable,
          (select coalesce(json_object_agg(l.store_code, l.quantity), '{}') from stock_levels l
           where l.product_id = p.id and l.quantity > 0) as levels
        from products p join sellers s on s.id = p.seller_id
        where ${condition} and p.is_published) d) as products`;

const selectSupply = statement<SupplyRow, [skus: readonly string[]]>(
  'delivery.supply',
  `select ${productsSelect('p.sku = any ($1)')},
     (select coalesce(json_agg(s), '[]') from (
        select store_code, name, street, city, region_id, zone, latitude, longitude, type, is_pickup, is_warehouse, hours
        from stores order by position, store_code) s) as places,
     (select coalesce(json_agg(region_id), '[]') from departments) as regions`,
);

const selectSupplyOfCart = statement<Omit<CartSupply, 'products'> & Pick<SupplyRow, 'products'>, [cart: string]>(
  'delivery.supply-of-cart',
  `select ${productsSelect('p.id = any (array(select product_id from cart_lines where cart_id = $1))')},
     (select coalesce(json_agg(s), '[]') from (
        select store_code, type, is_warehouse from stores order by position, store_code) s) as places,
     (select json_build_object('store_code', store_code, 'type', type, 'region_id', region_id, 'hours', hours)
        from stores where store_code = (select shipping_address ->> 'storeCode' from carts where id = $1)) as store`,
);

const bySku = (products: readonly DeliverableRow[]): ReadonlyMap<string, DeliverableRow> =>
  new Map(products.map((product) => [product.sku, product]));

function toSupply([row]: SupplyRow[]): Supply {
  if (row === undefined) throw new Error('supply answers one row');
  const { products, places, regions } = row;
  return { products: bySku(products), places, regions: new Set(regions) };
}

/** What there is of these products and where it lies. */
export const readSupply = async (tx: Tx, skus: readonly string[]): Promise<Supply> =>
  toSupply(await selectSupply(tx, [[...new Set(skus)]]));

/** The same of what lies in a cart, as far as its address asks for it: each order reads it. */
export async function readSupplyOfCart(tx: Tx, cartId: string): Promise<CartSupply> {
  const [row] = await selectSupplyOfCart(tx, [cartId]);
  if (row === undefined) throw new Error('supply answers one row');
  return { ...row, products: bySku(row.products) };
}
