import { categoryByPath } from './categories.ts';
import type { DemoProduct } from './demo-product.ts';

/** Rows of `products`; keys are the columns. */
export const productRows = (products: readonly DemoProduct[], brandIds: ReadonlyMap<string, number>) =>
  products.map((product) => ({
    sku: product.sku,
    slug: product.slug,
    parent_sku: product.parentSku,
    title: product.title,
    description: product.description,
    kind: product.kind,
    brand_id: brandIds.get(product.brand),
    seller_id: product.sellerId,
    offer_id: product.offerId,
    category_id: categoryByPath(product.categoryPath).id,
    regular_price: product.regularPrice,
    sales_price: product.salesPrice,
    discount_ends_at: product.discountEndsAt,
    is_presale: product.isPresale,
    presale_date: product.presaleDate,
    is_dropshipping: product.isDropshipping,
    is_restricted: product.isRestricted,
    is_motorcycle: product.isMotorcycle,
    internal_tags: product.internalTags,
    event_url: product.eventUrl,
    attributes: product.attributes,
    sold_count: product.soldCount,
    is_published: true,
    is_listed: product.isListed,
    created_at: product.createdAt,
    updated_at: product.createdAt,
  }));

/** Rows of `stock_levels` and the movements that explain them: their sum is the level. */
export function stockRows(products: readonly DemoProduct[], ids: ReadonlyMap<string, number>, now: Date) {
  const levels = products.flatMap((product) =>
    (product.stock ?? []).map(({ storeCode, quantity }) => ({
      product_id: ids.get(product.sku),
      store_code: storeCode,
      quantity,
    })),
  );
  const movements = levels
    .filter(({ quantity }) => quantity > 0)
    .map(({ product_id, store_code, quantity }) => ({
      product_id,
      store_code,
      delta: quantity,
      reason: 'initial',
      created_at: now,
    }));
  return { levels, movements };
}
