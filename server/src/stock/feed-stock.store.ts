import type { Tx } from '../platform/db/database.ts';
import { neverNull, type RowOf, statement } from '../platform/db/statement.ts';

const selectPlaces = statement(
  'stock.fed-places',
  `select p.id as product, s.store_code is not null as has_store
   from unnest($1::text[], $2::text[]) with ordinality as r (sku, store, n)
     left join products p on p.sku = r.sku and p.kind = 'goods' left join stores s on s.store_code = r.store
   order by r.n`,
);

/** Finds products with stock, and stores, by the names in a feed, in the order of the rows. */
export const findFedPlaces = async (
  tx: Tx,
  rows: readonly { sku: string; storeCode: string }[],
): Promise<{ product: number | null; hasStore: boolean }[]> =>
  (await selectPlaces(tx, [rows.map(({ sku }) => sku), rows.map(({ storeCode }) => storeCode)])).map(
    ({ product, hasStore }) => ({ product, hasStore }),
  );

interface Place {
  product: number;
  storeCode: string;
}

const upsertFeeds = statement(
  'stock.take-newer-feeds',
  `insert into stock_feeds (product_id, store_code, as_of)
   select product, store, least($3, clock_timestamp()) from unnest($1::bigint[], $2::text[]) as r (product, store) order by product, store
   on conflict (product_id, store_code) do update set as_of = excluded.as_of where stock_feeds.as_of <= excluded.as_of
   returning product_id, store_code`,
);

/**
 * Returns the places (`product storeCode`) without a later feed, and stores the time for them. A future time is stored as now.
 * Call this before the levels are locked.
 */
export const recordNewerFeeds = async (tx: Tx, places: readonly Place[], asOf: Date): Promise<Set<string>> =>
  new Set(
    (await upsertFeeds(tx, [places.map(({ product }) => product), places.map(({ storeCode }) => storeCode), asOf])).map(
      ({ productId: product, storeCode: store }) => `${product} ${store}`,
    ),
  );

type Adjusted = RowOf<typeof adjust>;

const adjust = statement('stock.adjust', 'select outcome, level from adjust_goods($1, $2, $3, $4) order by nth', {
  outcome: neverNull<'applied' | 'known' | 'short'>(),
  level: neverNull(),
});

/** Writes additions and removals as movements (`adjusted`), each place at most once, in the order of `rows`. */
export const adjustGoods = (
  tx: Tx,
  rows: readonly (Place & { units: number; reference?: string | undefined })[],
): Promise<Adjusted[]> =>
  adjust(tx, [
    rows.map(({ product }) => product),
    rows.map(({ storeCode }) => storeCode),
    rows.map(({ units }) => units),
    rows.map(({ reference = '' }) => reference),
  ]);
