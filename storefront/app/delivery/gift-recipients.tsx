import type { Cart } from '@ceiba/contract/carts';
import { formatDateText } from '@ceiba/domain/dates/spanish-date';

/** The recipients and dates of a cart's gift cards. The buyer gets only the mail of the order. */
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
