import type { Cart } from '@ceiba/contract/carts';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';

/** To whom the gift cards of a cart go, and when: the buyer gets the mail of the order alone. */
export default function GiftRecipients({ items }: Pick<Cart, 'items'>) {
  return items.map(
    ({ cartItemId, giftCard }) =>
      giftCard !== null && (
        <p key={cartItemId} className="text-sm text-ink-soft wrap-anywhere">
          La tarjeta de regalo le llega a {giftCard.giftcardName} ({giftCard.giftcardEmail}) el{' '}
          {formatDateText(giftCard.giftcardDeliveryDate)}.
        </p>
      ),
  );
}
