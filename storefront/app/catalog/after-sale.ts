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
 * Reads the current product. Null if the shop no longer has it or the call fails. Requests of the same moment share one
 * call, because a sale ends at the same time on all its cards and in every open page.
 */
export const freshProduct = async (sku: string): Promise<Product | null> => {
  open ??= startRound();
  open.skus.add(sku);
  return (await open.answer).get(sku) ?? null;
};

/** The card without the tag of a flash sale that has ended (CAT-15). */
const withoutFlashTag = (product: CardProduct): CardProduct => ({
  ...product,
  tags: product.tags.filter(({ id }) => id !== fixedTags.flashSale.id),
  validUntil: null,
});

/** Updates a card when its flash sale ends: first without its tag, then with the current product. If the call fails, the known price stays. */
export async function showAfterSale(
  product: CardProduct,
  policy: PublicPolicy,
  show: (product: CardProduct) => void,
): Promise<void> {
  show(withoutFlashTag(product));
  const fresh = await freshProduct(product.sku);
  if (fresh !== null) show({ ...withoutFlashTag(cardProduct(fresh, shopNow(), policy)), flashSale: product.flashSale });
}
