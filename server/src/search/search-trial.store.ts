import type { Tx } from '../platform/db/database.ts';
import { statement } from '../platform/db/statement.ts';

const deletePins = statement('search.clear-pins', 'delete from search_pins where words = search_name($1) returning 1');

const insertPins = statement(
  'search.try-pins',
  `insert into search_pins (words, sku, place)
   select $1, p.sku, s.place from unnest($2::text[]) with ordinality s(sku, place) join products p on p.sku = s.sku returning sku`,
);

/** Pins products to a query, in their order, instead of the pinned products. Returns the existing products. */
export async function pinForTrial(tx: Tx, words: string, skus: readonly string[]): Promise<string[]> {
  await deletePins(tx, [words]);
  return (await insertPins(tx, [words, skus])).map(({ sku }) => sku);
}

const insertHidden = statement(
  'search.try-hidden',
  `insert into search_hidden (words, sku) select $1, sku from products where sku = any ($2)
   on conflict on constraint search_hidden_product do update set note = search_hidden.note returning sku`,
);

/** Hides products from a query. Returns the existing products. */
export const hideForTrial = async (tx: Tx, words: string, skus: readonly string[]): Promise<string[]> =>
  (await insertHidden(tx, [words, skus])).map(({ sku }) => sku);
