import { unwrap } from '@ceiba/client/call-failure';
import type { Product } from '@ceiba/contract/catalog';
import type { Order } from '@ceiba/contract/order-shapes';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { listedProductsLimit } from '@ceiba/domain/catalog/product-list';
import { buyAgain } from '@ceiba/domain/orders/buy-again';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { addFailure, addProduct } from '../carts/add-to-cart.ts';
import { cartScope, takeCartFields } from '../carts/use-cart.ts';
import { api } from '../platform/api.ts';
import { useShopData } from '../platform/shop-data.ts';

type OrderedProduct = Order['products'][number];

/** What of an order went into the cart again, and what did not or not all of it, with the reason. */
export interface BoughtAgain {
  /** Units. */
  added: number;
  left: { id: string; name: string; why: string }[];
}

/** The products with these skus as the shop has them now. */
async function productsNow(skus: readonly string[]): Promise<ReadonlyMap<string, Product>> {
  const parts: string[][] = [];
  for (let at = 0; at < skus.length; at += listedProductsLimit) parts.push(skus.slice(at, at + listedProductsLimit));
  const answers = await Promise.all(parts.map((part) => api('listProducts', { query: { skus: part.join(',') } })));
  return new Map(answers.flatMap((answer) => unwrap(answer).products).map((product) => [product.sku, product]));
}

const asProductNow = (product: Product) => ({
  isOutOfStock: product.status === 'OUT_OF_STOCK',
  hasPrice: product.salesPrice !== null,
  isMotorcycle: product.motorcycle,
  isThirdParty: product.is3p,
  offerId: product.seller.offerId,
  isGiftCard: product.internalTags.includes(giftCardTag),
  salableQuantity: product.salableQuantity,
});

/** Adds a product's units; answers how many went in, and why none or fewer. */
async function addAgain(
  queryClient: QueryClient,
  { quantityOrdered }: OrderedProduct,
  product: Product | null,
  isMotorcycleSaleOn: boolean,
): Promise<{ quantity: number; why: string | null }> {
  const wanted = buyAgain(quantityOrdered, product && asProductNow(product), isMotorcycleSaleOn);
  if (wanted.quantity === 0 || product === null) return wanted;
  try {
    const { cartId, cartItemId: _, ...fields } = await addProduct({ product, quantity: wanted.quantity });
    await takeCartFields(queryClient, cartId, fields);
    return wanted;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { title, message } = addFailure(error);
    return { quantity: 0, why: message === '' ? `${title}.` : message };
  }
}

/**
 * Puts what an order had into the cart again, one product after the other in the cart's queue (CART-24): what one of them
 * is refused for keeps none of the others. Fails only when the shop cannot be asked for the products.
 */
export function useBuyAgain(order: Pick<Order, 'products'>) {
  const queryClient = useQueryClient();
  const { flags } = useShopData();
  return useMutation({
    scope: cartScope,
    mutationFn: async (): Promise<BoughtAgain> => {
      const now = await productsNow([...new Set(order.products.map(({ productSku }) => productSku))]);
      const outcome: BoughtAgain = { added: 0, left: [] };
      for (const line of order.products) {
        const product = now.get(line.productSku) ?? null;
        const { quantity, why } = await addAgain(queryClient, line, product, flags.motorcycleAddToCart);
        outcome.added += quantity;
        if (why !== null) outcome.left.push({ id: line.id, name: line.productName, why });
      }
      return outcome;
    },
  });
}
