import { failureReasons } from './shipment.ts';

/** Reasons that the shop itself writes beside an order, a shipment, a payment or a refund, in words for the desk. */
const ownReasons: Readonly<Record<string, string>> = {
  ...failureReasons,
  operator: 'La canceló la tienda',
  not_paid: 'Nadie la pagó a tiempo',
  not_confirmed: 'Nadie la confirmó a tiempo',
  // Written until the shop wrote the words themselves.
  'no till has it': 'Se anuló el cobro en la caja',
};

/** A stored reason as staff read it. The words that a person typed stay as they are. */
export const reasonText = <R extends string | null>(reason: R): R | string =>
  reason === null || !Object.hasOwn(ownReasons, reason) ? reason : (ownReasons[reason] ?? reason);
