import type { Tx } from '../platform/database.ts';

/** The rows of this table are made by several at once; it is there while all search rows are made anew. */
const made = 'product_search_made';

/** Until the transaction ends nobody changes what search rows are made of; reading goes on. */
export const lockSearchSources = (tx: Tx): Promise<unknown> =>
  tx.run({
    text: 'lock table products, brands, categories, sellers, stock_totals in share row exclusive mode',
    values: [],
  });

/** Empty, also where a run before this one was killed. Not to be waited for after a crash: it is made anew then. */
export const createMadeRows = async (tx: Tx): Promise<void> => {
  await tx.run({ text: `drop table if exists ${made}`, values: [] });
  await tx.run({
    text: `create unlogged table ${made} as
      select null::integer as category_id, r.* from product_search_rows('{}') r with no data`,
    values: [],
  });
};

/** Ids of the products to be found, those of a category beside each other. */
export const readListedProducts = async (tx: Tx): Promise<number[]> => {
  const rows = await tx.run<{ id: number }>({
    text: 'select id from products where is_published and is_listed order by category_id, id',
    values: [],
  });
  return rows.map(({ id }) => id);
};

/**
 * Facet values and words that these products mention. By one at a time until it commits: the same values are new to
 * several portions, each in an order of its own.
 */
export const addSearchTerms = (tx: Tx, productIds: readonly number[]): Promise<unknown> =>
  tx.run({
    text: `select pg_advisory_xact_lock(hashtext('ceiba search terms')), add_facet_values($1), add_search_words($1)`,
    values: [productIds],
  });

export const makeRows = (tx: Tx, productIds: readonly number[]): Promise<unknown> =>
  tx.run({
    text: `insert into ${made} select p.category_id, r.*
      from product_search_rows($1) r join products p on p.id = r.product_id`,
    values: [productIds],
  });

/** Puts the rows that were made in the place of all there are, those of a category and the best-sold first. */
export const takeMadeRows = async (tx: Tx): Promise<void> => {
  const texts = [
    `set local maintenance_work_mem = '512MB'`,
    `set local work_mem = '256MB'`,
    `analyze ${made}`,
    'select begin_product_search()',
    `insert into product_search (product_id, words, record, sold, price, discount, category)
     select product_id, words, record, sold, price, discount, category from ${made} order by category_id, sold desc, product_id`,
    `insert into product_texts (product_id, words) select product_id, texts from ${made}`,
    `drop table ${made}`,
    'select end_product_search()',
  ];
  for (const text of texts) await tx.run({ text, values: [] });
};
