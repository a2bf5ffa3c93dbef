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

const findDeliverables = statement<DeliverableRow, [skus: string[]]>(
  'delivery.deliverables',
  `select p.sku, p.kind, p.seller_id, s.lead_days, p.is_presale, p.presale_date, p.is_dropshipping,
     case when p.kind = 'goods' then coalesce(t.salable, 0) end as salable,
     (select coalesce(json_object_agg(l.store_code, l.quantity), '{}') from stock_levels l where l.product_id = p.id and l.quantity > 0) as levels
   from products p join sellers s on s.id = p.seller_id left join stock_totals t on t.product_id = p.id
   where p.sku = any ($1) and p.is_published`,
);

/** Known products by sku; unknown skus are missing. */
export const listDeliverables = async (tx: Tx, skus: readonly string[]): Promise<Map<string, DeliverableRow>> =>
  new Map((await findDeliverables(tx, [[...new Set(skus)]])).map((row) => [row.sku, row]));

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
}

export const listPlaces = statement<PickupPlaceRow>(
  'delivery.places',
  `select store_code, name, street, city, region_id, zone, latitude, longitude, type, is_pickup, is_warehouse
   from stores order by position, store_code`,
);
