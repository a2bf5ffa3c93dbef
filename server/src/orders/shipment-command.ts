import type { ActedCall } from '../slice.ts';
import { type AdvanceRefusal, advanceShipment } from './advance-shipment.ts';

export const shipmentUsage = `ceiba shipment advance <number> <seller>   brings what a seller (its number) sends of an order to its next tracking step (DEC-138)
`;

const explain = (refusal: AdvanceRefusal, orderNumber: string, seller: string): string => {
  switch (refusal.code) {
    case 'ORDER_UNKNOWN':
      return `There is no order ${orderNumber}.`;
    case 'SHIPMENT_UNKNOWN':
      return `Seller ${seller} sends nothing of order ${orderNumber}; its sellers: ${refusal.sellers.join(', ')}.`;
    case 'SHIPMENT_STANDS':
      return `Order ${orderNumber} is ${refusal.status}${refusal.isUnconfirmed ? ', waits for the link in its mail' : ''}: its shipments stand.`;
    case 'SHIPMENT_DELIVERED':
      return `The shipment of seller ${seller} of order ${orderNumber} is delivered.`;
  }
};

/** `npm run ceiba -- shipment …` (DEC-163): advances one shipment by one step, or changes nothing. False when it refused. */
export async function runShipmentCommand({ db, args, now, say, actor }: ActedCall): Promise<boolean> {
  const [verb, orderNumber, seller = '', ...more] = args;
  if (verb !== 'advance' || orderNumber === undefined || !/^\d{1,9}$/.test(seller) || more.length > 0) {
    say(shipmentUsage);
    return false;
  }
  const advanced = await advanceShipment(db, { orderNumber, sellerId: Number(seller), actor }, now);
  if (!advanced.ok) {
    say(`${explain(advanced.error, orderNumber, seller)} Nothing was changed.`);
    return false;
  }
  const { step, orderStatus } = advanced.value;
  say(`Seller ${seller} of order ${orderNumber}: ${step}. The order is ${orderStatus}.`);
  return true;
}
