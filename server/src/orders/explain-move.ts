import { formatQ } from '@ceiba/domain/money/money';
import { deliveryAttempts } from '@ceiba/domain/orders/shipment';
import type { MoveRefusal } from './move-shipment.ts';

/** Why a shipment was not moved, for whoever typed it; `what` they named it by. */
export function explainMove(refusal: MoveRefusal, what: string, orderNumber: string): string {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'SHIPMENT_UNKNOWN': {
      const shipments = refusal.shipments.map(({ id, sellerId }) => `${id} of seller ${sellerId}`).join(', ');
      return `Order ${orderNumber} has no shipment ${what}; its shipments: ${shipments}.`;
    }
    case 'SHIPMENT_AMBIGUOUS':
      return `Order ${orderNumber} goes in several shipments, each moves by itself: ceiba shipment … ${refusal.ids.join(', ')}.`;
    case 'SHIPMENT_NONE_LEFT':
      return `Order ${orderNumber} is ${refusal.status}: nothing of it is left.`;
    case 'SHIPMENT_STANDS':
      return `Order ${orderNumber} is ${refusal.status}${refusal.isUnconfirmed ? ', waits for the link in its mail' : ''}: its shipments stand.`;
    case 'TRANSITION_NOT_ALLOWED':
      return refusal.allowed.length === 0
        ? `Shipment ${what} is ${refusal.state}: it has ended.`
        : `Shipment ${what} is ${refusal.state}; from there it goes to: ${refusal.allowed.join(', ')}.`;
    case 'AMOUNT_REQUIRED':
      return `Shipment ${what} is paid in cash: type what was collected, --amount ${formatQ(refusal.due)} if it was all of it.`;
    case 'AMOUNT_DIFFERS':
      return `Shipment ${what} has ${formatQ(refusal.due)} to collect. If another amount was truly collected, say why: --difference <reason>.`;
    case 'COLLECTED':
      return `Shipment ${what} is delivered, and ${formatQ(refusal.collected)} were collected.`;
    case 'ATTEMPTS_LEFT':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times of ${deliveryAttempts}: note the attempt (ceiba shipment attempt ${what} --number ${refusal.attempts + 1}), or that it was refused (--reason rechazado).`;
    case 'ATTEMPT_SKIPPED':
      return `Shipment ${what} was brought in vain ${refusal.attempts} times: the next is --number ${refusal.attempts + 1}.`;
    case 'GIFT_CARD_MAILED':
      return `A gift card of shipment ${what} was mailed: it is given back with its whole order only (ceiba order cancel).`;
  }
}
