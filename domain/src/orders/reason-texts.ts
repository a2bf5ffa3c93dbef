import { failureReasons } from './shipment.ts';

/** The desk's texts for reasons that the shop itself stores with an order, a shipment, a payment or a refund. */
const ownReasons: Readonly<Record<string, string>> = {
  ...failureReasons,
  operator: 'La canceló la tienda',
  not_paid: 'Nadie la pagó a tiempo',
  not_confirmed: 'Nadie la confirmó a tiempo',
  // Older rows have these codes. The shop now stores the texts themselves.
  'no till has it': 'Se anuló el cobro en la caja',
};

/** Returns a stored reason as the desk shows it. Does not change a reason that a person typed. */
export const reasonText = <R extends string | null>(reason: R): R | string =>
  reason === null || !Object.hasOwn(ownReasons, reason) ? reason : (ownReasons[reason] ?? reason);
