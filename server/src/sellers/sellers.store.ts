import type { Tx } from '../platform/db/database.ts';
import { type RowOf, statement } from '../platform/db/statement.ts';

export type Seller = RowOf<typeof selectSeller>;

const selectSeller = statement(
  'sellers.by-slug',
  'select id, title, slug from sellers where slug = $1 or $1 = any (former_slugs) order by slug = $1 desc, id limit 1',
);

/** Finds a seller by the normalised slug (`sellerSlug`) of its name, or of a former name. */
export const findSeller = async (tx: Tx, slug: string): Promise<Seller | undefined> =>
  (await selectSeller(tx, [slug]))[0];
