import { addButton, addButtonLabels, isOfferMissing, type ProductToAdd } from '../catalog/add-button.ts';

/** A product of an order as the shop has it now. */
export interface ProductNow extends ProductToAdd {
  /** It asks for whom it is, anew each time (GIFT-02). */
  isGiftCard: boolean;
  /** Units that can be sold; null: no limit. */
  salableQuantity: number | null;
}

/** What of an ordered product goes into the cart again (at least 1 when `why` is null), and why none or fewer do. */
export interface BuyAgain {
  quantity: number;
  why: string | null;
}

const none = (why: string): BuyAgain => ({ quantity: 0, why });

/**
 * How many of `ordered` units (1 or more) of a product can be bought again; `product` is null when the shop sells it no
 * more. The cart has the last word: it knows what it holds already.
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
