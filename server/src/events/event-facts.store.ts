import type { EventData } from '@ceiba/contract/events';
import { z } from 'zod';
import { gtq, momentOf } from '../orders/reading/whole-orders.store.ts';
import { statement, type Tx } from '../platform/db/database.ts';

const byId = <Row extends { id: string | number }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [String(row.id), row]));

/** A product as its events tell it; amounts in centavos, moments of inner rows as JSON has them. */
interface ProductRow {
  id: number;
  sku: string;
  slug: string;
  title: string;
  kind: 'goods' | 'gift_card' | 'service';
  brand: string;
  seller_id: number;
  categories: { id: number; title: string }[];
  regular_price: number | null;
  sales_price: number | null;
  discount_ends_at: Date | null;
  flash_sales: { price: number; startsAt: string; endsAt: string }[];
  salable: number;
  stores: { storeCode: string; quantity: number }[];
}

const selectProducts = statement<ProductRow, [ids: readonly string[], now: Date]>(
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
);

const maybe = (amount: number | null) => (amount === null ? null : gtq(amount));

/** Products as they are now, by their ids; without those that are gone. */
export const findEventProducts = async (tx: Tx, ids: readonly string[], now: Date): Promise<Map<string, ProductRow>> =>
  byId(await selectProducts(tx, [ids, now]));

export type EventProduct = ProductRow;

export const stockOf = ({ sku, salable, stores }: ProductRow): EventData<'stock.changed'> => ({ sku, salable, stores });

export const pricesOf = (row: ProductRow): EventData<'prices.changed'> => ({
  sku: row.sku,
  regularPrice: maybe(row.regular_price),
  salesPrice: maybe(row.sales_price),
  discountEndsAt: row.discount_ends_at?.toISOString() ?? null,
  flashSales: row.flash_sales.map(({ price, startsAt, endsAt }) => ({
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
  sellerId: row.seller_id,
  regularPrice: maybe(row.regular_price),
  salesPrice: maybe(row.sales_price),
});

interface CustomerRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
}

const selectCustomers = statement<CustomerRow, [ids: readonly string[]]>(
  'events.customers',
  'select id, email, first_name, last_name, created_at from customers where id = any ($1::uuid[])',
);

/** Accounts as they are now, by their ids; without those that are gone. */
export const findEventCustomers = async (
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, EventData<'customers.registered'>>> =>
  new Map(
    (await selectCustomers(tx, [ids])).map((row) => [
      row.id,
      {
        id: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        registeredAt: row.created_at.toISOString(),
      },
    ]),
  );

interface ImportRow {
  id: string;
  kind: string;
  file_name: string;
  outcome: 'done' | 'refused' | 'failed';
  result: Readonly<Record<string, unknown>>;
  created_at: Date;
}

const selectImports = statement<ImportRow, [ids: readonly string[]]>(
  'events.imports',
  `select id, replace(kind, 'import ', '') as kind, file_name, state as outcome, result, created_at from runs
   where id = any ($1::uuid[]) and state in ('done', 'refused', 'failed')`,
);

const rows = z.int().default(0);
/** What a run's end says of it (`import-file.ts`); one that could not be read counted nothing. */
const endOfImport = z.object({
  code: z.string().optional(),
  ...{ new: rows, changed: rows, equal: rows, wrong: rows, conflict: rows },
});

/** Imports that have ended, by the ids of their runs. */
export const findEventImports = async (
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, EventData<'imports.finished'>>> =>
  new Map(
    (await selectImports(tx, [ids])).map(({ id, kind, file_name: fileName, outcome, result, created_at }) => {
      const { code = null, ...counted } = endOfImport.parse(result);
      return [id, { id, kind, fileName, outcome, code, rows: counted, startedAt: created_at.toISOString() }];
    }),
  );
