import { type AddableProduct, addButton, addButtonLabels, isOfferMissing } from '../catalog/add-button.ts';

/** An ordered product as the shop sells it now. */
export interface ProductNow extends AddableProduct {
  /** True for a gift card. Its recipient must be entered each time (GIFT-02). */
  isGiftCard: boolean;
  /** Units that can be sold. Null if there is no limit. */
  salableQuantity: number | null;
}

/**
 * Number of units of an ordered product that are added to the cart again. `why`: the reason if some units are not
 * added, otherwise null.
 */
export interface BuyAgain {
  quantity: number;
  why: string | null;
}

const none = (why: string): BuyAgain => ({ quantity: 0, why });

/**
 * Returns how many of the `ordered` units (1 or more) of a product can be bought again. `product`: null if the shop no longer sells
 * it. The cart makes the final decision, because it knows the units that it already has.
 */
export function buyAgain(ordered: number, product: ProductNow | null, isMotorcycleSaleOn: boolean): BuyAgain {
  if (product === null) return none('Ya no lo vendemos.');
  if (product.isOutOfStock) return none('Está agotado.');
  const button = addButton(product, isMotorcycleSaleOn);
  if (button.isDisabled)
    return none(`${product.hasPrice ? addButtonLabels.onlyInStore : addButtonLabels.unavailable}.`);
  if (isOfferMissing(product)) return none('Su vendedor no lo ofrece en este momento.');
  if (product.isGiftCard) return none('Cómprala desde su página: hay que escribir de nuevo para quién es.');
  const { salableQuantity } = product;
  if (salableQuantity === null || salableQuantity >= ordered) return { quantity: ordered, why: null };
  return { quantity: salableQuantity, why: `Agregamos ${salableQuantity} de ${ordered}: no quedan más.` };
}
