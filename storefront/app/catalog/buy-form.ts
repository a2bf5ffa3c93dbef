import { type AddButton, addButton } from '@ceiba/domain/catalog/add-button';
import { isCovered } from '@ceiba/domain/visits/visit';
import { useLocationStore } from '../locations/location-store.ts';
import { useShopData } from '../platform/shop-data.ts';
import type { CardProduct } from './card-product.ts';

/** ID of the page's add form. The warranty radios and the sticky button belong to it. */
export const buyFormId = 'comprar';

/** A text field of a form. Empty if it is missing. */
export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The quantity and the warranty of the page's form, which works before its script has loaded. */
export function readBuyForm(): { quantity: number; warranty: string | null } {
  const form = document.getElementById(buyFormId);
  const data = form instanceof HTMLFormElement ? new FormData(form) : new FormData();
  return { quantity: Number(textOf(data, 'quantity')) || 1, warranty: textOf(data, 'warranty') || null };
}

/** The label of a product's button, and its state (CAT-10, CAT-24). */
export const useAddButton = (product: CardProduct): AddButton => {
  const { flags } = useShopData();
  const location = useLocationStore((state) => state.location);
  return addButton(
    {
      isOutOfStock: product.status === 'OUT_OF_STOCK',
      hasPrice: product.salesPrice !== null,
      isMotorcycle: product.motorcycle,
      isThirdParty: product.is3p,
      offerId: product.seller.offerId,
      isElsewhere:
        product.visit !== undefined &&
        !!location &&
        !isCovered(product.visit, { regionId: location.userRegion, city: location.userCity }),
    },
    flags.motorcycleAddToCart,
  );
};
