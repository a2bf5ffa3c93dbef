import { type AddButton, addButton } from '@ceiba/domain/catalog/add-button';
import { useShopData } from '../platform/shop-data.ts';
import type { CardProduct } from './card-product.ts';

/** What the button of a product says and whether it can be pressed (CAT-10, CAT-24). */
export const useAddButton = (product: CardProduct): AddButton => {
  const { flags } = useShopData();
  return addButton(
    {
      isOutOfStock: product.status === 'OUT_OF_STOCK',
      hasPrice: product.salesPrice !== null,
      isMotorcycle: product.motorcycle,
      isThirdParty: product.is3p,
      offerId: product.seller.offerId,
    },
    flags.motorcycleAddToCart,
  );
};
