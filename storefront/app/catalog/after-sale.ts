import type { Product } from '@ceiba/contract/catalog';
import { listedProductsLimit } from '@ceiba/domain/catalog/product-list';
import { fixedTags } from '@ceiba/domain/catalog/tags';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { api } from '../platform/api.ts';
import { shopNow } from '../platform/shop-time.ts';
import { type CardProduct, cardProduct } from './card-product.ts';

interface Round {
  skus: Set<string>;
  answer: Promise<ReadonlyMap<string, Product>>;
}

let open: Round | null = null;

const ask = async (skus: readonly string[]): Promise<readonly Product[]> => {
  const answer = await api('listProducts', { query: { skus: skus.join(',') } });
  return answer.ok ? answer.value.products : [];
};

const startRound = (): Round => {
  const skus = new Set<string>();
  const begin = async (): Promise<ReadonlyMap<string, Product>> => {
    await new Promise((resolve) => setTimeout(resolve));
    open = null;
    const all = [...skus];
    const parts: string[][] = [];
    while (all.length > 0) parts.push(all.splice(0, listedProductsLimit));
    const products = (await Promise.all(parts.map(ask))).flat();
    return new Map(products.map((product) => [product.sku, product]));
  };
  return { skus, answer: begin() };
};

/**
 * The product as the shop has it now; null when it has none or cannot be asked. What is asked for in the same moment is
 * one call: a sale that ends, ends on all its cards and in every open page.
 */
export const freshProduct = async (sku: string): Promise<Product | null> => {
  open ??= startRound();
  open.skus.add(sku);
  return (await open.answer).get(sku) ?? null;
};

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
  if (fresh !== null) show({ ...withoutFlashTag(cardProduct(fresh, shopNow(), policy)), flashSale: product.flashSale });
}
