import { fixedTags } from '@ceiba/domain/catalog/tags';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { type CardProduct, cardProduct } from './card-product.ts';
import { freshProduct } from './fresh-products.ts';

/** Without the tag of a flash sale that is over (CAT-15). */
const withoutFlashTag = (product: CardProduct): CardProduct => ({
  ...product,
  tags: product.tags.filter(({ id }) => id !== fixedTags.flashSale.id),
  validUntil: null,
});

/**
 * A card after the end of its flash sale: at once without its tag, then as the shop sells it now. Where that cannot be
 * asked the known price stays.
 */
export async function showAfterSale(
  product: CardProduct,
  policy: PublicPolicy,
  show: (product: CardProduct) => void,
): Promise<void> {
  show(withoutFlashTag(product));
  const fresh = await freshProduct(product.sku);
  if (fresh !== null)
    show({ ...withoutFlashTag(cardProduct(fresh, new Date(), policy)), flashSale: product.flashSale });
}
