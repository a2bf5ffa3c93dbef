import type { Cart } from '@ceiba/contract/carts';
import { isDigital } from '@ceiba/domain/carts/cart-line';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { type CartLine, cartLines } from '../carts/cart-lines.ts';
import { deliveryDateText } from './group-date-text.ts';
import { useShopperPlace } from './shopper-place.ts';
import { deliveryItems, useDeliveryTimes } from './use-delivery-times.ts';

/** When each line would arrive at the shopper's place (DEL-30); null while it is not known. */
export function useLineDates(cart: Cart): (line: CartLine) => string | null {
  const lines = cartLines(cart);
  const { groups } = useDeliveryTimes('delivery', useShopperPlace(), deliveryItems(lines));
  return (line) => {
    if (isDigital(line)) return `Llega ${deliveryTexts.digital.toLowerCase()}`;
    const group = groups?.find(({ skus }) => skus.includes(line.item.sku));
    if (group === undefined) return null;
    return group.deliveryDate === null ? deliveryDateText(group) : `Llega el ${deliveryDateText(group)}`;
  };
}
