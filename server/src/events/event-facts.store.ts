import type { EventData } from '@ceiba/contract/events';
import { z } from 'zod';
import { gtq, momentOf } from '../orders/reading/whole-orders.store.ts';
import type { Tx } from '../platform/db/database.ts';
import { column, neverNull, type RowOf, statement } from '../platform/db/statement.ts';

const byId = <Row extends { id: string | number }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [String(row.id), row]));

/** A product with the fields of its events. Amounts are centavos, moments of inner rows are JSON texts. */
type ProductRow = RowOf<typeof selectProducts>;

const selectProducts = statement(
  'events.products',
  `select p.id, p.sku, p.slug, p.title, p.kind, (select b.title from brands b where b.id = p.brand_id) as brand, p.seller_id,
     (select coalesce(json_agg(json_build_object('id', a.id, 'title', a.title) order by a.level), '[]')
        from categories c join categories a on a.id = any (c.ancestor_ids) where c.id = p.category_id) as categories,
     p.regular_price, p.sales_price, p.discount_ends_at,
     (select coalesce(json_agg(json_build_object('price', f.price, 'startsAt', f.starts_at, 'endsAt', f.ends_at) order by f.starts_at, f.id), '[]')
        from flash_sales f where f.product_id = p.id and f.ends_at > $2) as flash_sales,
     coalesce((select t.salable from stock_totals t where t.product_id = p.id), 0) as salable,
     (select coalesce(json_agg(json_build_object('storeCode', l.store_code, 'quantity', l.quantity) order by l.store_code), '[]')
        from stock_levels l where l.product_id = p.id and l.quantity > 0) as stores
   from unnest($1::bigint[]) asked (id) join products p on p.id = asked.id`,
  {
    brand: neverNull(),
    categories: column<{ id: number; title: string }[]>(),
    flashSales: column<{ price: number; startsAt: string; endsAt: string }[]>(),
    stores: column<{ storeCode: string; quantity: number }[]>(),
  },
);

const maybe = (amount: number | null) => (amount === null ? null : gtq(amount));

/** Finds current products by their ids. Deleted products are missing. */
export const findEventProducts = async (tx: Tx, ids: readonly string[], now: Date): Promise<Map<string, ProductRow>> =>
  byId(await selectProducts(tx, [ids, now]));

export type EventProduct = ProductRow;

export const stockOf = ({ sku, salable, stores }: ProductRow): EventData<'stock.changed'> => ({ sku, salable, stores });

export const pricesOf = (row: ProductRow): EventData<'prices.changed'> => ({
  sku: row.sku,
  regularPrice: maybe(row.regularPrice),
  salesPrice: maybe(row.salesPrice),
  discountEndsAt: row.discountEndsAt?.toISOString() ?? null,
  flashSales: row.flashSales.map(({ price, startsAt, endsAt }) => ({
    price: gtq(price),
    startsAt: momentOf(startsAt),
    endsAt: momentOf(endsAt),
  })),
});

export const publishedOf = ({
  sku,
  slug,
  title,
  kind,
  brand,
  categories,
  ...row
}: ProductRow): EventData<'products.published'> => ({
  ...{ sku, slug, title, kind, brand, categories },
  sellerId: row.sellerId,
  regularPrice: maybe(row.regularPrice),
  salesPrice: maybe(row.salesPrice),
});

const selectCustomers = statement(
  'events.customers',
  'select id, email, first_name, last_name, created_at from customers where id = any ($1::uuid[])',
);

/** Finds current accounts by their ids. Deleted accounts are missing. */
export const findEventCustomers = async (
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, EventData<'customers.registered'>>> =>
  new Map(
    (await selectCustomers(tx, [ids])).map(({ createdAt, ...row }) => [
      row.id,
      { ...row, registeredAt: createdAt.toISOString() },
    ]),
  );

const selectImports = statement(
  'events.imports',
  `select id, replace(kind, 'import ', '') as kind, file_name, state as outcome, result, created_at from runs
   where id = any ($1::uuid[]) and state in ('done', 'refused', 'failed')`,
  { outcome: column<EventData<'imports.finished'>['outcome']>(), result: column<Readonly<Record<string, unknown>>>() },
);

const rows = z.int().default(0);
/** The result at the end of a run (`import-file.ts`). An unreadable file has no counts. */
const endOfImport = z.object({
  code: z.string().optional(),
  ...{ new: rows, changed: rows, equal: rows, wrong: rows, conflict: rows },
});

/** Finds imports that have ended, by the ids of their runs. */
export const findEventImports = async (
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, EventData<'imports.finished'>>> =>
  new Map(
    (await selectImports(tx, [ids])).map(({ id, kind, fileName, outcome, result, createdAt }) => {
      const { code = null, ...counted } = endOfImport.parse(result);
      return [id, { id, kind, fileName, outcome, code, rows: counted, startedAt: createdAt.toISOString() }];
    }),
  );

const selectReceipts = statement(
  'events.receipts',
  `select 'C-' || r.purchase_id || '/' || r.n as number, 'C-' || r.purchase_id as purchase, p.state, p.is_direct,
     json_build_object('id', s.id, 'name', s.name, 'nit', s.nit) as supplier, p.store_code, r.received_at,
     (select coalesce(json_agg(json_build_object('sku', g.sku, 'quantity', l.quantity, 'rejected', l.rejected) order by b.position, l.product_id), '[]')
        from purchase_receipt_lines l join products g on g.id = l.product_id
          left join purchase_lines b on b.purchase_id = l.purchase_id and b.product_id = l.product_id
        where l.purchase_id = r.purchase_id and l.n = r.n) as lines
   from purchase_receipts r join purchases p on p.id = r.purchase_id join suppliers s on s.id = p.supplier_id
   where r.purchase_id = any ($1::integer[])`,
  {
    number: neverNull(),
    purchase: neverNull(),
    state: column<EventData<'purchases.received'>['state']>(),
    supplier: neverNull<EventData<'purchases.received'>['supplier']>(),
    lines: column<EventData<'purchases.received'>['lines']>(),
  },
);

/** Finds the deliveries of purchases, by their numbers: C-12/1. */
export const findEventReceipts = async (
  tx: Tx,
  purchases: readonly string[],
): Promise<Map<string, EventData<'purchases.received'>>> =>
  new Map(
    (await selectReceipts(tx, [purchases.map(Number)])).map(({ receivedAt, ...row }) => [
      row.number,
      { ...row, receivedAt: receivedAt.toISOString() },
    ]),
  );
