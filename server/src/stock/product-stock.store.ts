import type { Tx } from '../platform/db/database.ts';
import { neverNull, statement } from '../platform/db/statement.ts';

/** Finds a product by its SKU or one of its codes. */
export const findStockProduct = statement(
  'stock.find-product',
  `select id, sku, title, kind = 'goods' as has_stock from products where id = product_of_code($1)`,
  { hasStock: neverNull() },
);

const selectPlaces = statement(
  'stock.product-places',
  `select s.store_code, s.name, coalesce(l.quantity, 0) as salable, coalesce(u.quantity, 0) as presale,
     coalesce((select sum(c.quantity)::integer from stock_claims c
       where c.product_id = $1 and c.store_code = s.store_code and c.released_at is null and exists (
         select from shipments h where h.order_id = c.order_id and h.n = c.n and h.left_at is null and h.ended_at is null)), 0) as claimed,
     coalesce((select sum(t.in_transit)::integer from transfer_lines t join transfers f on f.number = t.transfer
       where t.product_id = $1 and t.in_transit > 0 and f.to_store = s.store_code), 0) as in_transit,
     coalesce((select sum(b.quantity - b.received)::integer from purchase_lines b join purchases p on p.id = b.purchase_id
       where b.product_id = $1 and b.received < b.quantity and p.state in ('ordered', 'partlyReceived') and p.store_code = s.store_code), 0) as on_order
   from stores s left join stock_levels l on l.store_code = s.store_code and l.product_id = $1
     left join presale_units u on u.store_code = s.store_code and u.product_id = $1
   order by s.name collate spanish, s.store_code`,
  { salable: neverNull(), presale: neverNull(), claimed: neverNull(), inTransit: neverNull(), onOrder: neverNull() },
);

/** Lists the units of a product at each place, including places without units. */
export const listProductPlaces = (tx: Tx, productId: number) => selectPlaces(tx, [productId]);

/**
 * SQL of the document that moved the units of movement `m`. The reference of received goods is their document; a delivery of a purchase has
 * C-12/1, and the cause is the purchase C-12.
 */
export const documentOfMovement = (m: string): string =>
  `coalesce(${m}.document, case when ${m}.reason = 'received' then regexp_replace(${m}.reference, '^(C-\\d+)/\\d+$', '\\1') end)`;

// `level` is today's level less all later movements of the place, so that a page needs no movement of the pages before.
const selectMovements = statement(
  'stock.product-movements',
  `with page as (
     select * from stock_movements
     where product_id = $1 and ($2::text is null or store_code = $2) and id < $3 order by id desc limit $4),
   later as (
     select store_code, sum(delta) as delta from stock_movements where product_id = $1 and id >= $3 group by store_code)
   select m.id::text as id, m.created_at, m.store_code, s.name as store_name, m.delta, m.reason, o.number::text as order_number,
     ${documentOfMovement('m')} as document, p.name as by,
     (coalesce(l.quantity, 0) - coalesce(later.delta, 0) - coalesce(sum(m.delta) over (partition by m.store_code order by m.id desc
       rows between unbounded preceding and 1 preceding), 0))::integer as level
   from page m join stores s on s.store_code = m.store_code
     left join later on later.store_code = m.store_code
     left join stock_levels l on l.product_id = m.product_id and l.store_code = m.store_code
     left join orders o on o.id = m.order_id left join staff_members p on p.id = m.staff_id
   order by m.id desc`,
  {
    id: neverNull(),
    level: neverNull(),
    createdAt: neverNull(),
    storeCode: neverNull(),
    delta: neverNull(),
    reason: neverNull(),
  },
);

/** Lists movements of a product, newest first. `before`: the ID of the movement that the page follows. */
export const listProductMovements = (
  tx: Tx,
  productId: number,
  {
    storeCode = null,
    before = Number.MAX_SAFE_INTEGER,
    limit,
  }: { storeCode?: string | null; before?: number; limit: number },
) => selectMovements(tx, [productId, storeCode, before, limit]);

// A product's own threshold has priority over that of its nearest ancestor category.
const selectThreshold = statement(
  'stock.threshold',
  `select t.units, t.product_id is not null as is_own
   from stock_thresholds t left join categories c on c.id = t.category_id
   where t.product_id = $1
     or t.category_id = any (select unnest(own.ancestor_ids) from products p join categories own on own.id = p.category_id where p.id = $1)
   order by is_own desc, c.level desc limit 1`,
  { isOwn: neverNull() },
);

/** Returns the number of units at which a product counts as about to run out. */
export const findThreshold = async (tx: Tx, productId: number) => (await selectThreshold(tx, [productId]))[0];

const writeProductThreshold = statement(
  'stock.set-product-threshold',
  `insert into stock_thresholds (product_id, units) values ($1, $2) on conflict (product_id) do update set units = excluded.units`,
);
const dropProductThreshold = statement(
  'stock.drop-product-threshold',
  'delete from stock_thresholds where product_id = $1',
);

export const setProductThreshold = async (tx: Tx, productId: number, units: number | null): Promise<void> => {
  await (units === null ? dropProductThreshold(tx, [productId]) : writeProductThreshold(tx, [productId, units]));
};

export const listCategoryThresholds = statement(
  'stock.category-thresholds',
  `select c.id as category_id, c.title, t.units from stock_thresholds t join categories c on c.id = t.category_id
   order by c.path`,
);

export const findCategoryThreshold = statement(
  'stock.category-threshold',
  `select c.title, t.units from categories c left join stock_thresholds t on t.category_id = c.id where c.id = $1`,
);

const writeCategoryThreshold = statement(
  'stock.set-category-threshold',
  `insert into stock_thresholds (category_id, units) values ($1, $2) on conflict (category_id) do update set units = excluded.units`,
);
const dropCategoryThreshold = statement(
  'stock.drop-category-threshold',
  'delete from stock_thresholds where category_id = $1',
);

export const setCategoryThreshold = async (tx: Tx, categoryId: number, units: number | null): Promise<void> => {
  await (units === null ? dropCategoryThreshold(tx, [categoryId]) : writeCategoryThreshold(tx, [categoryId, units]));
};
