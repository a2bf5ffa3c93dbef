import { lowStockList } from '@ceiba/contract/desk/lists/low-stock';
import { exportLowStock, listLowStock } from '@ceiba/contract/desk/stock';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { listRoutes } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';

/**
 * Lists products whose free units have reached their own threshold, or the threshold of their nearest ancestor category. Archived
 * products are left out, because they are not sold.
 */
const rows = `from (
  with of_categories as (
    select distinct on (c.id) c.id, t.units
    from stock_thresholds t join categories a on a.id = t.category_id join categories c on t.category_id = any (c.ancestor_ids)
    order by c.id, a.level desc),
  watched as (
    select p.id, t.units from stock_thresholds t join products p on p.id = t.product_id
    union all
    select p.id, o.units from of_categories o join products p on p.category_id = o.id
    where not exists (select from stock_thresholds t where t.product_id = p.id))
  select p.id, p.sku, p.title, c.title as category, coalesce(s.salable, 0) as salable, w.units as threshold,
    coalesce((select sum(l.in_transit) from transfer_lines l where l.product_id = p.id and l.in_transit > 0), 0) as in_transit
  from watched w join products p on p.id = w.id join categories c on c.id = p.category_id
    left join stock_totals s on s.product_id = p.id
  where p.kind = 'goods' and p.archived_at is null and coalesce(s.salable, 0) <= w.units) r`;

const supply = `case when r.salable = 0 then 'out' else 'low' end`;

export const lowStockSource: ListSource<typeof lowStockList> = {
  list: lowStockList,
  from: rows,
  key: { sql: 'r.id', type: 'bigint' },
  columns: {
    sku: 'r.sku',
    title: 'r.title',
    supply,
    salable: 'r.salable',
    threshold: 'r.threshold',
    inTransit: 'r.in_transit',
    category: 'r.category',
  },
  filters: { supply, isMoving: 'r.in_transit > 0' },
  isComputed: true,
  isOfShop: true,
};

export const lowStockRoutes = ({ db }: { db: Database }): Route[] =>
  listRoutes({
    db,
    source: lowStockSource,
    page: listLowStock,
    csv: exportLowStock,
  });
