import { attributeTable } from '../categories/attributes.table.ts';
import { redirectTable } from '../content/redirects.table.ts';
import { couponTable } from '../coupons/coupons.table.ts';
import { cardBinTable } from '../payments/card-bins.table.ts';
import { attributeMisfits, twinRoles } from './attribute-checks.ts';
import { barcodeKind } from './barcode-kind.ts';
import { brands, categories, lockTree, sellers } from './catalog-kinds.ts';
import { costKind } from './cost-kind.ts';
import { entityKind } from './entity-kind.ts';
import type { Kind } from './import-kind.ts';
import { products } from './product-kinds.ts';
import { lostRedirects, redirectLoops } from './redirect-loops.ts';
import { sellerOfferKind } from './seller-offer-kind.ts';
import { visits, warranties } from './service-kinds.ts';
import { banners, places, stores } from './shop-kinds.ts';
import { flashSales, pictureKind, priceKind, stockKind } from './supply-kinds.ts';
import { synonymKind } from './synonym-kind.ts';
import { trackingKind } from './tracking-kind.ts';

const attributeKind = entityKind(attributeTable, {
  ...{ name: 'attributes', one: 'attribute', by: ['categoryId', 'code'], more: [attributeMisfits, twinRoles] },
});

/** Attributes of categories. They lock the tree first, like a move. */
const attributes: Kind = {
  ...attributeKind,
  isRechecked: true,
  lock: [lockTree, ...[attributeKind.lock ?? []].flat()],
};

/** Every importable kind, in the order in which an empty shop is filled. */
export const kinds: readonly Kind[] = [
  places,
  stores,
  sellers,
  brands,
  categories,
  attributes,
  products,
  barcodeKind,
  sellerOfferKind,
  priceKind,
  stockKind,
  costKind,
  pictureKind,
  warranties,
  visits,
  entityKind(couponTable, { name: 'coupons', one: 'coupon' }),
  flashSales,
  banners,
  entityKind(redirectTable, { name: 'redirects', one: 'redirect', by: 'from', more: [redirectLoops, lostRedirects] }),
  synonymKind,
  entityKind(cardBinTable, { name: 'bins', one: 'bin' }),
  trackingKind,
];

export const findKind = (name: string): Kind | undefined => kinds.find((kind) => kind.name === name);
