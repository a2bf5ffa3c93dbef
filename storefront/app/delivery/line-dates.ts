import type { Cart } from '@ceiba/contract/carts';
import { isDigital, isThirdParty } from '@ceiba/domain/carts/cart-line';
import { mustBeRemoved } from '@ceiba/domain/carts/line-removal';
import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { allowsDeliveryType } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import { exclusiveItems } from '@ceiba/domain/delivery/exclusive-items';
import { presaleWaitTexts } from '@ceiba/domain/delivery/presale-wait';
import { stuckTexts } from '@ceiba/domain/delivery/second-order';
import { visitText } from '@ceiba/domain/visits/visit';
import type { LineDate } from '../carts/cart-line-row.tsx';
import { type CartLine, cartLines } from '../carts/cart-lines.ts';
import { shopNow } from '../platform/shop-time.ts';
import { deliveryItems, useDeliveryTimes, usePickupStores, useShopperPlace } from './delivery-queries.ts';
import { arrivalText } from './delivery-texts.ts';
import { ownPresaleText, type PresaleWait, presaleWaits } from './presale-waits.ts';

const goodsOf = (lines: readonly CartLine[]) =>
  lines
    .filter(({ kind }) => kind === 'goods')
    .map((line) => ({
      line,
      isRestricted: line.item.restricted,
      isDropshipping: line.item.dropshipping,
      isThirdParty: isThirdParty(line),
    }));

/** True if the goods among these lines can all use this delivery type. */
export const canAllBeDeliveredBy = (lines: readonly CartLine[], type: DeliveryType): boolean =>
  allowsDeliveryType(goodsOf(lines), type);

/** The lines that exclude each other, grouped by their only delivery type. Null if one type fits all. */
export function exclusiveLines(lines: readonly CartLine[]): { pickupOnly: CartLine[]; homeOnly: CartLine[] } | null {
  const items = exclusiveItems(goodsOf(lines));
  if (items === null) return null;
  return { pickupOnly: items.pickupOnly.map(({ line }) => line), homeOnly: items.homeOnly.map(({ line }) => line) };
}

export interface LineDates {
  /** The time at which a line arrives at the shopper's place (DEL-30). Null for a pickup (DEL-02). */
  dateOf: (line: CartLine) => LineDate;
  /** True if all goods can be sent home together. */
  isSent: boolean;
  /** The presales that delay their shipments (DEC-215). */
  waits: readonly PresaleWait[];
  /** Lines for which neither delivery nor pickup is possible in one order. Null if delivery or pickup is possible, or while this is unknown. */
  stuck: StuckLines | null;
}

export interface StuckLines {
  lines: readonly CartLine[];
  /** Null if all must be picked up and no store has everything. */
  exclusive: ReturnType<typeof exclusiveLines>;
}

/** The arrival dates of a cart's lines at the shopper's place, and the presales that they wait for. */
export function useLineDates(cart: Cart): LineDates {
  // A line that must be removed delays nothing.
  const lines = cartLines(cart).filter((line) => !mustBeRemoved(line));
  const exclusive = exclusiveLines(lines);
  const items = deliveryItems(lines);
  const isSent = canAllBeDeliveredBy(lines, 'delivery');
  const { groups, isLoading } = useDeliveryTimes('delivery', useShopperPlace(), isSent ? items : []);
  const pickup = usePickupStores(isSent || exclusive !== null ? [] : items);
  const { stores } = pickup;
  const hasNoStore =
    !isSent && exclusive === null && items.length > 1 && !pickup.isLoading && !pickup.isFailed && stores.length === 0;
  const skus = items.map(({ sku }) => sku);
  const waits = presaleWaits(lines, isSent ? (groups ?? []) : stores.slice(0, 1).map((store) => ({ ...store, skus })));
  const stuck =
    exclusive === null && !hasNoStore
      ? null
      : {
          exclusive,
          lines:
            exclusive === null
              ? lines.filter(({ kind }) => kind === 'goods')
              : [...exclusive.pickupOnly, ...exclusive.homeOnly],
        };
  const dateOf = (line: CartLine): LineDate => {
    const { visit } = line.item;
    if (visit !== undefined) return { text: visitText(visit, items.length > 0) };
    const way = exclusive && wayOf(exclusive, line);
    if (way) return { text: way, isProblem: true };
    if (isDigital(line)) return digitalDate(line.item);
    const wait = waits.find(({ others }) => others.some(({ item }) => item === line.item));
    if (wait !== undefined) return { text: ownPresaleText(line.item) ?? presaleWaitTexts.line(wait.awaited.title) };
    const group = groups?.find((shipment) => shipment.skus.includes(line.item.sku));
    if (group === undefined) return isLoading && line.kind === 'goods' ? 'awaited' : null;
    const when = arrivalText(group);
    return { text: `${when.charAt(0).toUpperCase()}${when.slice(1)}` };
  };
  return { dateOf, isSent, waits, stuck };
}

const wayOf = ({ pickupOnly, homeOnly }: NonNullable<ReturnType<typeof exclusiveLines>>, { item }: CartLine) => {
  const holds = (lines: readonly CartLine[]) => lines.some((line) => line.item.cartItemId === item.cartItemId);
  if (holds(pickupOnly)) return stuckTexts.pickupOnlyLine;
  return holds(homeOnly) ? stuckTexts.homeOnlyLine : null;
};

/** "Llega hoy mismo" (CAT-23). A gift card for a later day shows that day beside its recipient. */
const digitalDate = ({ giftCard }: CartLine['item']): LineDate =>
  giftCard !== null && giftCard.giftcardDeliveryDate > guatemalaDate(shopNow())
    ? null
    : { text: `Llega ${deliveryTexts.digital.toLowerCase()}` };
