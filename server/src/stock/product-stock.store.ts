import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

export const findStockProduct = statement(
  'stock.find-product',
  `select id, title, kind = 'goods' as has_stock from products where sku = $1`,
  { hasStock: neverNull() },
);

const selectPlaces = statement(
  'stock.product-places',
  `select s.store_code, s.name, coalesce(l.quantity, 0) as salable,
     coalesce((select sum(c.quantity)::integer from stock_claims c
       where c.product_id = $1 and c.store_code = s.store_code and c.released_at is null and exists (
         select from shipments h where h.order_id = c.order_id and h.n = c.n and h.left_at is null and h.ended_at is null)), 0) as claimed
   from stores s left join stock_levels l on l.store_code = s.store_code and l.product_id = $1
   order by s.name collate spanish, s.store_code`,
  { salable: neverNull(), claimed: neverNull() },
);

/** Lists the units of a product at each place, also places without units. */
export const listProductPlaces = (tx: Tx, productId: number) => selectPlaces(tx, [productId]);

const selectMovements = statement(
  'stock.product-movements',
  `select m.id::text as id, m.created_at, s.name as store_name, m.delta, m.reason, o.number::text as order_number
   from (select * from stock_movements where product_id = $1 order by id desc limit 20) m
     join stores s on s.store_code = m.store_code left join orders o on o.id = m.order_id
   order by m.id desc`,
);

/** Lists the last 20 movements of a product, newest first. */
export const listProductMovements = (tx: Tx, productId: number) => selectMovements(tx, [productId]);

const move = statement('stock.move', 'select move_stock($1, $2, $3, $4) as is_moved', { isMoved: neverNull() });

/** Writes a movement. Returns false and moves nothing if the place has too few units. */
export const moveStock = async (
  tx: Tx,
  { productId, storeCode, units, reason }: { productId: number; storeCode: string; units: number; reason: string },
): Promise<boolean> => (await move(tx, [productId, storeCode, units, reason]))[0]?.isMoved ?? false;
