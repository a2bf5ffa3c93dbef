import { stockMovementList } from '@ceiba/contract/desk/lists/stock-movements';
import { exportStockMovements } from '@ceiba/contract/desk/stock';
import type { Database } from '../platform/db/database.ts';
import type { Route } from '../platform/http/route.ts';
import { csvRoute } from '../platform/lists/list-routes.ts';
import type { ListSource } from '../platform/lists/list-source.ts';
import { documentOfMovement } from './product-stock.store.ts';

/** The rows follow the numbers of movements, which the primary key has in order, so that each portion of an export reads its own rows. */
const source: ListSource<typeof stockMovementList> = {
  list: stockMovementList,
  from: `from stock_movements m join products p on p.id = m.product_id join stores s on s.store_code = m.store_code
    left join orders o on o.id = m.order_id left join staff_members w on w.id = m.staff_id`,
  key: { sql: 'm.id', type: 'bigint' },
  columns: {
    number: 'm.id',
    at: 'm.created_at',
    storeCode: 'm.store_code',
    storeName: 's.name',
    sku: 'p.sku',
    title: 'p.title',
    units: 'm.delta',
    cause: 'm.reason',
    document: `coalesce(o.number::text, ${documentOfMovement('m')})`,
    by: 'w.name',
  },
  filters: {
    at: 'm.created_at',
    place: 'm.store_code',
    sku: (code) => (p) => `m.product_id = product_of_code(${p(code)}::text)`,
  },
  store: 'm.store_code',
};

/** The export of all stock movements (BUY-10). */
export const stockMovementRoutes = ({ db }: { db: Database }): Route[] => [
  csvRoute({ db, source, csv: exportStockMovements }),
];
