import type { Database, Tx } from '../platform/db/database.ts';

/** Several connections fill this table; it exists only while all search rows are rebuilt. */
const newTable = 'product_search_made';

/** Locks the sources of search rows against changes until the transaction ends. They can still be read. */
const lockSearchSources = (tx: Tx): Promise<unknown> =>
  tx.run({
    text: 'lock table products, brands, categories, sellers, stock_totals in share row exclusive mode',
    values: [],
  });

/** Creates the table empty, even after an earlier run was killed. Unlogged: after a crash it is built again. */
const createMadeRows = async (tx: Tx): Promise<void> => {
  await tx.run({ text: `drop table if exists ${newTable}`, values: [] });
  await tx.run({
    text: `create unlogged table ${newTable} as
      select null::integer as category_id, r.* from product_search_rows('{}') r with no data`,
    values: [],
  });
};

/** IDs of the products that can be found, sorted by category. */
const readListedProducts = async (tx: Tx): Promise<number[]> => {
  const rows = await tx.run<{ id: number }>({
    text: 'select id from products where is_published and is_listed order by category_id, id',
    values: [],
  });
  return rows.map(({ id }) => id);
};

/**
 * Adds the facet values and words of these products. Only one batch does this at a time, until it commits. Several batches may
 * insert the same new values, each in another order.
 */
const addSearchTerms = (tx: Tx, productIds: readonly number[]): Promise<unknown> =>
  tx.run({
    text: `select pg_advisory_xact_lock(hashtext('ceiba search terms')), add_facet_values($1), add_search_words($1)`,
    values: [productIds],
  });

const makeRows = (tx: Tx, productIds: readonly number[]): Promise<unknown> =>
  tx.run({
    text: `insert into ${newTable} select p.category_id, r.*
      from product_search_rows($1) r join products p on p.id = r.product_id`,
    values: [productIds],
  });

/** Replaces all search rows by the new ones, sorted by category and sales. */
const takeMadeRows = async (tx: Tx): Promise<void> => {
  const texts = [
    `set local maintenance_work_mem = '512MB'`,
    `set local work_mem = '256MB'`,
    `analyze ${newTable}`,
    'select begin_product_search()',
    `insert into product_search (product_id, words, record, sold, price, discount, category)
     select product_id, words, record, sold, price, discount, category from ${newTable} order by category_id, sold desc, product_id`,
    `insert into product_texts (product_id, words) select product_id, texts from ${newTable}`,
    `drop table ${newTable}`,
    'select end_product_search()',
    'select refresh_product_rows(null)',
  ];
  for (const text of texts) await tx.run({ text, values: [] });
};

/** Products whose rows one statement makes. */
const batchSize = 5_000;

/**
 * Rebuilds all search rows with `connections` in parallel. A row costs half a millisecond of database time, which for a million
 * products is nearly ten minutes of one core. During that time the catalogue cannot change and no order can be placed. Searches wait
 * only while the new rows replace the old. `finish` runs in the same transaction as the replacement: a run killed before it has
 * changed nothing that searches find.
 *
 * @param onProgress receives the completed share, 0 to 1
 */
export const refreshAllSearch = (db: Database, { connections, onProgress, finish }: RefreshOptions): Promise<void> =>
  db.transaction(async (tx) => {
    await lockSearchSources(tx);
    // Committed immediately, because other connections write to the table.
    await db.transaction(createMadeRows);
    const ids = await readListedProducts(tx);
    const batches = Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
      ids.slice(index * batchSize, (index + 1) * batchSize),
    );
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < batches.length; at = next++) {
        const some = batches[at] ?? [];
        await db.transaction((own) => addSearchTerms(own, some));
        await db.transaction((own) => makeRows(own, some));
        onProgress(at / batches.length);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    await takeMadeRows(tx);
    await finish(tx);
  });

interface RefreshOptions {
  connections: number;
  onProgress: (share: number) => void;
  finish: (tx: Tx) => Promise<unknown>;
}
