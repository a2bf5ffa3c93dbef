import type { OpeningHours } from '@ceiba/domain/delivery/store-hours';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';

/** What decides when and from where a product comes. */
export interface DeliverableRow {
  sku: string;
  kind: 'goods' | 'gift_card' | 'service';
  seller_id: number;
  lead_days: number;
  is_presale: boolean;
  presale_date: string | null;
  is_dropshipping: boolean;
  /** Null: no stock limit. */
  salable: number | null;
  /** Units by place; the warehouse's are under its own code. */
  levels: Record<string, number>;
}

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
  is_pickup: boolean;
  is_warehouse: boolean;
  /** When it is open; empty = not known. */
  hours: OpeningHours[];
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
const selectSupply = statement<
  { products: DeliverableRow[]; places: PickupPlaceRow[]; regions: number[] },
  [skus: readonly string[]]
>(
  'delivery.supply',
  `select
     (select coalesce(json_agg(d), '[]') from (
        select p.sku, p.kind, p.seller_id, s.lead_days, p.is_presale, p.presale_date, p.is_dropshipping,
          case when p.kind = 'goods' then coalesce(t.salable, 0) end as salable,
          (select coalesce(json_object_agg(l.store_code, l.quantity), '{}') from stock_levels l
           where l.product_id = p.id and l.quantity > 0) as levels
        from products p join sellers s on s.id = p.seller_id left join stock_totals t on t.product_id = p.id
        where p.sku = any ($1) and p.is_published) d) as products,
     (select coalesce(json_agg(s), '[]') from (
        select store_code, name, street, city, region_id, zone, latitude, longitude, type, is_pickup, is_warehouse, hours
        from stores order by position, store_code) s) as places,
     (select coalesce(json_agg(region_id), '[]') from departments) as regions`,
);

/** What there is of these products and where it lies. */
export async function readSupply(tx: Tx, skus: readonly string[]): Promise<Supply> {
  const [row] = await selectSupply(tx, [[...new Set(skus)]]);
  if (row === undefined) throw new Error('supply answers one row');
  const { products, places, regions } = row;
  return { products: new Map(products.map((product) => [product.sku, product])), places, regions: new Set(regions) };
}
