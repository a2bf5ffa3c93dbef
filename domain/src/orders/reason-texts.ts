import { failureReasons } from './shipment.ts';

/** Words for the desk for the reasons that the shop itself writes about an order, a shipment, a payment or a refund. */
const ownReasons: Readonly<Record<string, string>> = {
  ...failureReasons,
  operator: 'La canceló la tienda',
  not_paid: 'Nadie la pagó a tiempo',
  not_confirmed: 'Nadie la confirmó a tiempo',
  // Older rows hold these codes; today the shop writes the words themselves.
  'no till has it': 'Se anuló el cobro en la caja',
};

/** A stored reason as staff read it. Words that a person typed stay as they are. */
export const reasonText = <R extends string | null>(reason: R): R | string =>
  reason === null || !Object.hasOwn(ownReasons, reason) ? reason : (ownReasons[reason] ?? reason);
