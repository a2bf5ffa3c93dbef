import { getSeller } from '@ceiba/contract/sellers';
import { ok, refuse } from '@ceiba/domain/result';
import { sellerSlug } from '@ceiba/domain/sellers/seller-slug';
import type { Database } from '../platform/db/database.ts';
import { type Route, route } from '../platform/http/route.ts';
import { browseProducts } from '../search/search-products.ts';
import { findSeller } from './sellers.store.ts';

export const sellersRoutes = ({ db }: { db: Database }): Route[] => [
  // Incoming slugs are normalised like titles (DEC-24).
  route(getSeller, async ({ params, query }, context) => {
    const slug = sellerSlug(params.slug);
    const [seller, found] = await Promise.all([
      findSeller(db.read, slug),
      browseProducts(db.read, { facet: 'seller', value: slug }, query, context),
    ]);
    if (seller === undefined) return refuse({ code: 'SELLER_NOT_FOUND' });
    const { products, total, page } = found;
    return ok({ seller, products, total, page });
  }),
];
