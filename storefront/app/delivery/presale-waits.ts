import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { presaleText } from '@ceiba/domain/delivery/delivery-date';
import { awaitedPresale, isPresaleAhead } from '@ceiba/domain/delivery/presale-wait';
import type { CartLine } from '../carts/cart-lines.ts';
import { shopNow } from '../platform/shop-time.ts';
import type { Dated } from './delivery-texts.ts';

/** A shipment whose other lines wait for its presale (DEC-215). */
export interface PresaleWait {
  /** The presale product. It has two lines if the cart has it with and without a warranty. */
  awaited: CartLine['item'];
  lines: readonly CartLine[];
  others: readonly CartLine[];
}

type Shipment = Dated & { skus: readonly string[] };

/** True if a shipment shows only the day from which its presale is available. */
const isHeld = ({ message, deliveryDate, pickupDate }: Dated): boolean =>
  message !== '' && [deliveryDate, pickupDate].some((day) => message === presaleText(day));

/** The shipments that wait for a presale. A shipment with only the presale waits for nothing. */
export const presaleWaits = (lines: readonly CartLine[], shipments: readonly Shipment[]): PresaleWait[] =>
  shipments.filter(isHeld).flatMap(({ skus }) => {
    const own = lines.filter(({ kind, item }) => kind === 'goods' && skus.includes(item.sku));
    const items = own.map(({ item }) => item);
    const awaited = awaitedPresale(items, guatemalaDate(shopNow()));
    const others = own.filter(({ item }) => item.sku !== awaited?.sku);
    return awaited === null || others.length === 0
      ? []
      : [{ awaited, lines: own.filter((line) => !others.includes(line)), others }];
  });

/** The date of a line's presale. The date may be earlier than the date of the presale that the line waits for. Null if the line is not a presale. */
export const ownPresaleText = (item: CartLine['item']): string | null =>
  isPresaleAhead(item, guatemalaDate(shopNow())) ? presaleText(item.presale?.deliveryDate ?? null) : null;
