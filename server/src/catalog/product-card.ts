import type { Product } from '@ceiba/contract/catalog';
import type { Image, Money } from '@ceiba/contract/shapes';
import { firstPartySellerId } from '@ceiba/domain/carts/cart-line';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { shownGifts } from '@ceiba/domain/catalog/gifts';
import { currentPrice, productDiscount } from '@ceiba/domain/catalog/price';
import { productTags, type Tag, type TagPlace } from '@ceiba/domain/catalog/tags';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { type Centavos, centavos, fromQuetzales, toQuetzales } from '@ceiba/domain/money/money';
import { earnedPoints, pointsLabel } from '@ceiba/domain/points/points';
import type { ShopOffers } from '@ceiba/domain/policies/shop-offers';
import type { ShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { stockOfferText } from '@ceiba/domain/stock/stock-offer';

/** A row of `productFactsSelect`: the facts that determine prices and stock. Amounts are centavos. */
export interface ProductFactsRow {
  product_id: number;
  sku: string;
  kind: 'goods' | 'gift_card' | 'service';
  is_published: boolean;
  seller_id: number;
  offer_id: string | null;
  regular_price: number | null;
  sales_price: number | null;
  /** The price of the flash sale that runs now. Null if no sale runs. */
  flash_price: number | null;
  flash_starts_at: Date | null;
  flash_ends_at: Date | null;
  is_dropshipping: boolean;
  is_restricted: boolean;
  event_url: string | null;
  /** Null if there is no stock limit. */
  salable: number | null;
}

/** A row of `soldProductSelect`. Times of the JSON column are ISO 8601 texts. */
export interface SoldProductRow extends ProductFactsRow {
  title: string;
  brand_title: string;
  picture_key: string | null;
  /**
   * The reference of the running reduction (DEC-222), in centavos. Null if no reduction runs, or no earlier price is
   * known.
   */
  reference: { price: number; days: number; since: string | null } | null;
  gifts: { title: string; key: string | null; endDate: string | null }[];
}

/** A row of `productCardSelect`. Times of the JSON columns are ISO 8601 texts. */
export interface ProductCardRow extends SoldProductRow {
  slug: string;
  parent_sku: string | null;
  is_listed: boolean;
  brand_id: number;
  seller_title: string;
  discount_ends_at: Date | null;
  is_presale: boolean;
  presale_date: string | null;
  is_motorcycle: boolean;
  internal_tags: string[];
  picture_label: string | null;
  visit: NonNullable<Product['visit']> | null;
  /** Root first. */
  categories: { id: number; title: string }[];
  /** Offers that match and run now, the most specific category first. Null if there is no such offer. */
  stock_offers:
    | {
        offerType: 'By SKU' | 'By Category ID';
        offerTypeValue: string;
        threshold: number;
        startsAt: string;
        endsAt: string;
      }[]
    | null;
}

/** Shown for products and gifts without a picture. */
const missingPictureUrl = '/art/sin-foto.svg';

const pictureUrl = (key: string | null, width: 120 | 480): string =>
  key === null ? missingPictureUrl : `/media/${key}/${width}.webp`;

/** A picture of the media store, or the shop's mark if `key` is null. `url` is the WebP with a width of 480 (`pictureVariant` makes others). */
export const toImage = (key: string | null, label: string): Image => ({ url: pictureUrl(key, 480), label });

export const toThumbnailUrl = (key: string | null): string => pictureUrl(key, 120);

export const toMoney = (amount: Centavos): Money => ({ value: toQuetzales(amount), currency: 'GTQ' });

/**
 * The present price of a unit: the running flash sale's price, otherwise the sales price. If null, pages show "Precio
 * no disponible".
 */
export const priceNow = (row: Pick<ProductFactsRow, 'sales_price' | 'flash_price'>): Centavos | null =>
  row.sales_price === null
    ? null
    : currentPrice(centavos(row.sales_price), row.flash_price === null ? null : centavos(row.flash_price));

/** Converts a sent amount in quetzales to centavos. Null if the amount has parts of a centavo. */
export const sentAmount = (quetzales: number): Centavos | null => {
  const read = fromQuetzales(quetzales);
  return read.ok ? read.value : null;
};

/** The last price that the buyer saw, if the price has changed since (PRICE-09). */
export const seenPriceOf = (seen: number | null, price: Centavos | null): { seenPrice?: Money } =>
  seen === null || price === null || seen === price ? {} : { seenPrice: toMoney(centavos(seen)) };

const discountOf = (
  row: ProductCardRow,
  price: Centavos | null,
  place: TagPlace,
  policy: DisplayContext['policy'],
): Product['discount'] => {
  if (row.regular_price === null || price === null) return null;
  const reference = row.reference === null ? null : centavos(row.reference.price);
  const prices = { regularPrice: centavos(row.regular_price), salesPrice: price, reference };
  const discount = productDiscount(prices, row.flash_ends_at ?? row.discount_ends_at, policy);
  if (discount.amountOff === 0) return null;
  const { amountOff, percentOff, expirationDate, displayDiscount } = discount;
  return {
    amountOff: toQuetzales(amountOff),
    percentOff,
    expirationDate: expirationDate?.toISOString() ?? null,
    displayDiscount,
    ...(place === 'detail' && row.reference !== null && { reference: toReference(row.reference) }),
  };
};

const toReference = ({ price, days, since }: NonNullable<ProductCardRow['reference']>) => ({
  price: toQuetzales(centavos(price)),
  days,
  ...(since !== null && { since: guatemalaDate(new Date(since)) }),
});

/** The free gifts of a product at a moment. */
export const giftsOf = (row: Pick<SoldProductRow, 'gifts'>, now: Date): Product['freeProducts'] =>
  shownGifts(row.gifts, now).map(({ title, key, endDate }) => ({ title, image: toImage(key, title), endDate }));

const lowStockOf = (row: ProductCardRow, now: Date): number | null => {
  if (row.stock_offers === null) return null;
  const offers = row.stock_offers.map((offer) => ({
    ...offer,
    startsAt: new Date(offer.startsAt),
    endsAt: new Date(offer.endsAt),
  }));
  const categoryIds = row.categories.map(({ id }) => id);
  const text = stockOfferText(offers, { sku: row.sku, categoryIds, salableQuantity: row.salable }, now);
  return text === null ? null : row.salable;
};

const tagsOf = (
  row: ProductCardRow,
  hasFreeGifts: boolean,
  place: TagPlace,
  contentTags: readonly Tag[],
): Product['tags'] =>
  productTags(
    {
      isOutOfStock: isOutOfStock(row),
      hasActiveFlashSale: row.flash_price !== null,
      isPresale: row.is_presale,
      isDropshipping: row.is_dropshipping,
      isVirtualGiftCard: row.internal_tags.includes(giftCardTag),
      hasFreeGifts,
    },
    place,
    contentTags,
  );

/** Salable units (DEC-81). An unpublished product is out of stock for carts that still contain it. */
export const isOutOfStock = (row: Pick<ProductFactsRow, 'is_published' | 'salable'>): boolean =>
  !row.is_published || row.salable === 0;

/** The moment at which a product is shown, whether a purchase then earns points (DEC-229), and the base of percentages (PRICE-03). */
export interface DisplayContext {
  now: Date;
  policy: Pick<ShopOffers, 'earnsPoints'> & Pick<ShopPolicy, 'percentOnReference'>;
}

/**
 * The contract's product (CAT-01, DEC-177) at the time `now`. `place` decides the wording of the gift tag (CAT-03).
 * `contentTags` come after the fixed tags (DEC-26).
 */
export function toProduct(
  row: ProductCardRow,
  { now, policy }: DisplayContext,
  place: TagPlace = 'card',
  contentTags: readonly Tag[] = [],
): Product {
  const price = priceNow(row);
  const freeProducts = giftsOf(row, now);
  const isFirstParty = row.seller_id === firstPartySellerId;
  return {
    sku: row.sku,
    slug: row.slug,
    title: row.title,
    brand: { id: row.brand_id, title: row.brand_title, link: `/search?q=${encodeURIComponent(row.brand_title)}` },
    status: isOutOfStock(row) ? 'OUT_OF_STOCK' : 'IN_STOCK',
    tags: tagsOf(row, freeProducts.length > 0, place, contentTags),
    mainImage: toImage(row.picture_key, row.picture_label ?? row.title),
    thumbnailImage: { url: toThumbnailUrl(row.picture_key) },
    salesPrice: price === null ? null : toMoney(price),
    regularPrice: row.regular_price === null ? null : toMoney(centavos(row.regular_price)),
    discount: discountOf(row, price, place, policy),
    categories: row.categories,
    salableQuantity: row.salable,
    seller: { id: row.seller_id, title: row.seller_title, offerId: row.offer_id },
    is3p: !isFirstParty,
    dropshipping: row.is_dropshipping,
    presale: row.is_presale ? { deliveryDate: row.presale_date } : null,
    parentId: row.parent_sku,
    lealPoints:
      price === null || !policy.earnsPoints
        ? null
        : pointsLabel(earnedPoints(price, isFirstParty && row.kind === 'goods')),
    internalTags: row.internal_tags,
    freeProducts,
    restricted: row.is_restricted,
    motorcycle: row.is_motorcycle,
    ...(row.event_url === null ? {} : { eventUrl: row.event_url }),
    flashSale: row.flash_ends_at === null ? null : { endsAt: row.flash_ends_at.toISOString() },
    lowStock: lowStockOf(row, now),
    ...(row.visit === null ? {} : { visit: row.visit }),
  };
}
