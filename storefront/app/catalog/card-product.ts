import type { Product } from '@ceiba/contract/catalog';
import { addButtonLabels } from '@ceiba/domain/catalog/add-button';
import { giftCardTag } from '@ceiba/domain/catalog/gift-card-tag';
import { validUntilText } from '@ceiba/domain/catalog/price';
import { deliveryTexts, presaleText } from '@ceiba/domain/delivery/delivery-date';
import { freeDeliveryPlaceText } from '@ceiba/domain/delivery/delivery-fee';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { visitTexts } from '@ceiba/domain/visits/visit';
import { amountOf } from '@ceiba/ui/price';

/** One line of a card about delivery, with an icon of the sprite. */
export interface DeliveryHint {
  icon: string;
  text: string;
}

/** A product with its card's time-dependent texts. Loaders compute them, so that cards need no clock. */
export interface CardProduct extends Product {
  /** End of the discount (CAT-12). Null if the discount has no end, or the end has passed. */
  validUntil: string | null;
  deliveryHint: DeliveryHint | null;
}

export const isVirtualGiftCard = (product: Pick<Product, 'internalTags'>): boolean =>
  product.internalTags.includes(giftCardTag);

/** Gift cards and services, which no store stocks (DEC-81, DEC-84). */
export const isDigital = (product: Pick<Product, 'salableQuantity'>): boolean => product.salableQuantity === null;

const reachesFreeDelivery = (product: Product, policy: PublicPolicy): boolean =>
  product.salesPrice !== null && amountOf(product.salesPrice.value) >= policy.freeDeliveryThreshold;

/** Third-party and web-exclusive goods are never picked up, restricted ones are never delivered (DEC-89, DEC-97). */
const deliveryHint = (product: Product, policy: PublicPolicy): DeliveryHint | null => {
  if (product.status === 'OUT_OF_STOCK' || product.salesPrice === null) return null;
  if (product.visit !== undefined) return { icon: 'wrench', text: visitTexts.title };
  if (isDigital(product)) return { icon: 'mail', text: deliveryTexts.digital };
  if (product.presale !== null) {
    return { icon: 'calendar-clock', text: presaleText(product.presale.deliveryDate) };
  }
  if (product.motorcycle) return { icon: 'store', text: addButtonLabels.onlyInStore };
  if (product.restricted) return { icon: 'store', text: 'Recoge gratis' };
  // The card itself shows the delivery fee of the chosen place, if there is one.
  if (reachesFreeDelivery(product, policy)) return { icon: 'truck', text: freeDeliveryPlaceText };
  return product.is3p || product.dropshipping ? null : { icon: 'store', text: 'Recoge gratis' };
};

export const cardProduct = (product: Product, now: Date, policy: PublicPolicy): CardProduct => ({
  ...product,
  validUntil: validUntilText(product.discount?.expirationDate ? new Date(product.discount.expirationDate) : null, now),
  deliveryHint: deliveryHint(product, policy),
});

export const cardProducts = (products: readonly Product[], now: Date, policy: PublicPolicy): CardProduct[] =>
  products.map((product) => cardProduct(product, now, policy));
