export interface AddableProduct {
  isOutOfStock: boolean;
  hasPrice: boolean;
  isMotorcycle: boolean;
  /** A third-party product needs its offer (CAT-26). */
  isThirdParty: boolean;
  offerId: string | null;
  /** True for a visit that is not offered at the chosen place. */
  isElsewhere?: boolean;
}

export interface AddButton {
  label: string;
  isDisabled: boolean;
}

/** Labels of the add button (CAT-10, DEC-47, DEC-158). */
export const addButtonLabels = {
  add: 'Agregar al carrito',
  unavailable: 'No disponible',
  onlyInStore: 'Disponible solo en tienda',
} as const;

/** Returns the button of cards and product page (CAT-10, CAT-24). A product without a price cannot be bought. */
export function addButton(product: AddableProduct, isMotorcycleSaleOn: boolean): AddButton {
  if (product.isOutOfStock || !product.hasPrice || product.isElsewhere === true)
    return { label: addButtonLabels.unavailable, isDisabled: true };
  if (product.isMotorcycle && !isMotorcycleSaleOn) return { label: addButtonLabels.onlyInStore, isDisabled: true };
  return { label: addButtonLabels.add, isDisabled: false };
}

/** The exact texts of CAT-26 and PANEL-04. Two of these texts are in English. `offerMessage` explains one English text. */
export const addFailureTexts = {
  offerMissing: 'Seller offerId is null',
  offerMessage: 'Su vendedor no lo ofrece en este momento.',
  cartMissing: 'Cart ID is null',
  other: 'No se ha podido agregar el producto al carrito',
  panelTitle: 'Intenta con otro producto',
  panelMessage: 'No se pudo añadir al carrito. Intenta con un producto diferente.',
} as const;

/** Adding a third-party product requires its offer (CAT-26). */
export const isOfferMissing = ({ isThirdParty, offerId }: Pick<AddableProduct, 'isThirdParty' | 'offerId'>): boolean =>
  isThirdParty && !offerId;
