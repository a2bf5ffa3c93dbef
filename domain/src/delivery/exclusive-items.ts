import { isHomeOnly, type SoldItem } from './delivery-choice.ts';

/**
 * Returns the items that one order cannot contain together: some are for pickup only, others for delivery only. Null without a
 * conflict.
 */
export function exclusiveItems<I extends SoldItem>(items: readonly I[]): { pickupOnly: I[]; homeOnly: I[] } | null {
  const pickupOnly = items.filter((item) => item.isRestricted);
  const homeOnly = items.filter((item) => !item.isRestricted && isHomeOnly(item));
  return pickupOnly.length > 0 && homeOnly.length > 0 ? { pickupOnly, homeOnly } : null;
}

/** Texts about items that allow only one delivery type (DEC-89, DEC-97). */
export const exclusiveTexts = {
  title: 'Estos productos no pueden ir en un mismo pedido',
  text: 'Deja los de un grupo y pide los otros aparte.',
  pickupOnly: 'Solo se recogen en tienda',
  homeOnly: 'Solo se envían a domicilio',
  holdsPickupOnly: 'Llevas un producto que solo se recoge en tienda',
  holdsHomeOnly: 'Llevas un producto que solo se envía a domicilio',
} as const;
