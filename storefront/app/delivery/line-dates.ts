import type { Cart } from '@ceiba/contract/carts';
import { isDigital, isThirdParty } from '@ceiba/domain/carts/cart-line';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { allowsDeliveryType } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type { LineDate } from '../carts/cart-line-row.tsx';
import { type CartLine, cartLines } from '../carts/cart-lines.ts';
import { deliveryItems, useDeliveryTimes, useShopperPlace } from './delivery-queries.ts';
import { arrivalText } from './delivery-texts.ts';

/** Whether the goods among these lines may go this way together. */
export const mayGo = (lines: readonly CartLine[], type: DeliveryType): boolean =>
  allowsDeliveryType(
    lines
      .filter(({ kind }) => kind === 'product')
      .map((line) => ({
        isRestricted: line.item.restricted,
        isDropshipping: line.item.dropshipping,
        isThirdParty: isThirdParty(line),
      })),
    type,
  );

/** When each line would arrive at the shopper's place (DEL-30); null where all is picked up, too (DEL-02). */
export function useLineDates(cart: Cart): (line: CartLine) => LineDate {
  const lines = cartLines(cart);
  const isSent = mayGo(lines, 'delivery');
  const place = useShopperPlace();
  const { groups, isLoading } = useDeliveryTimes('delivery', place, isSent ? deliveryItems(lines) : []);
  return (line) => {
    if (isDigital(line)) return digitalDate(line.item);
    const group = groups?.find(({ skus }) => skus.includes(line.item.sku));
    if (group === undefined) return isLoading && line.kind === 'product' ? 'awaited' : null;
    const when = arrivalText(group);
    return { text: `${when.charAt(0).toUpperCase()}${when.slice(1)}` };
  };
}

/** "Llega hoy mismo" (CAT-23); a gift card for a later day says that day beside its recipient. */
const digitalDate = ({ giftCard }: CartLine['item']): LineDate =>
  giftCard !== null && giftCard.giftcardDeliveryDate > guatemalaDate(new Date())
    ? null
    : { text: `Llega ${deliveryTexts.digital.toLowerCase()}` };
