import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { formatWeekdayDateText } from '@ceiba/domain/dates/spanish-date';

type Dated = Pick<DeliveryTimeGroup, 'deliveryDate' | 'pickupDate' | 'message'>;

/** "martes 24 de noviembre"; without a date what the server says of it ("Próximamente"), else "Fecha por estimar" (DEL-31). */
export function deliveryDateText({ deliveryDate, message }: Dated): string {
  return deliveryDate === null && message !== '' ? message : formatWeekdayDateText(deliveryDate);
}

export function pickupDateText({ pickupDate, message }: Dated): string {
  return pickupDate === null && message !== '' ? message : formatWeekdayDateText(pickupDate);
}

/** "Recoge desde el lunes 23 de noviembre, 14:00"; without a date what the server says. */
export function pickupReadyText(time: Dated & Pick<DeliveryTimeGroup, 'pickupTime'>): string {
  if (time.pickupDate === null) return pickupDateText(time);
  const hour = time.pickupTime === null ? '' : `, ${time.pickupTime}`;
  return `Recoge desde el ${pickupDateText(time)}${hour}`;
}

/** "6a avenida 12-31, Zona 10, Guatemala"; a zone or municipality the street already names is not said twice. */
export function placeText({ street, zone, city }: { street: string; zone: string; city: string }): string {
  const named = street.toLowerCase();
  const others = [zone, city].filter((part) => part !== '' && !named.includes(part.toLowerCase()));
  return [street.trim(), ...others].join(', ');
}
