import { statement, type Tx } from '../platform/db/database.ts';

export interface Seller {
  id: number;
  title: string;
  slug: string;
}

const selectSeller = statement<Seller, [slug: string]>(
  'sellers.by-slug',
  'select id, title, slug from sellers where slug = $1',
);

/** By the normalised slug (`sellerSlug`). */
export const findSeller = async (tx: Tx, slug: string): Promise<Seller | undefined> =>
  (await selectSeller(tx, [slug]))[0];
