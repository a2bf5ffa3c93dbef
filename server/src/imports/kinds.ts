import { redirectTable } from '../content/redirects.table.ts';
import { couponTable } from '../coupons/coupons.table.ts';
import { brands, categories, sellers } from './catalog-kinds.ts';
import { entityKind } from './entity-kind.ts';
import type { Kind } from './import-kind.ts';
import { products } from './product-kinds.ts';
import { lostRedirects, redirectLoops } from './redirect-loops.ts';
import { visits, warranties } from './service-kinds.ts';
import { banners, places, stores } from './shop-kinds.ts';
import { flashSales, pictureKind, priceKind, stockKind } from './supply-kinds.ts';

/** Everything that is imported, in the order in which an empty shop is filled. */
export const kinds: readonly Kind[] = [
  places,
  stores,
  sellers,
  brands,
  categories,
  products,
  priceKind,
  stockKind,
  pictureKind,
  warranties,
  visits,
  entityKind(couponTable, { name: 'coupons', one: 'coupon' }),
  flashSales,
  banners,
  entityKind(redirectTable, { name: 'redirects', one: 'redirect', by: 'from', late: [redirectLoops, lostRedirects] }),
];

export const findKind = (name: string): Kind | undefined => kinds.find((kind) => kind.name === name);
