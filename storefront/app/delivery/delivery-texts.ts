import type { DeliveryTimeGroup } from '@ceiba/contract/delivery';
import { formatWeekdayDateText } from '@ceiba/domain/dates/spanish-date';

/** DOM ID of the delivery step's form. The form takes the focus when the focused element disappears. */
export const deliveryFormsId = 'entrega';

export type Dated = Pick<DeliveryTimeGroup, 'deliveryDate' | 'pickupDate' | 'message'>;

/** The date as the server words it (DEL-31, DIF-39): "martes 24 de noviembre", "Disponible a partir del 12 de marzo de 2027", "Próximamente". */
export const deliveryDateText = ({ deliveryDate, message }: Dated): string =>
  message === '' ? formatWeekdayDateText(deliveryDate) : message;

/** Returns whether the text is a day of arrival. A presale shows only the day from which it is available. */
const isArrivalDay = (time: Dated): boolean =>
  time.deliveryDate !== null && deliveryDateText(time) === formatWeekdayDateText(time.deliveryDate);

/** "llega el martes 24 de noviembre". If there is no day of arrival, the text of `deliveryDateText`. */
export const arrivalText = (time: Dated): string =>
  isArrivalDay(time) ? `llega el ${deliveryDateText(time)}` : deliveryDateText(time);

export const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

const undated: Dated = { deliveryDate: null, pickupDate: null, message: '' };

/** The dates of all shipments of an order: "el martes 24 de noviembre", "Próximamente", "2 envíos, desde el martes 24 de noviembre". */
export function shipmentsText(times: readonly Dated[], isPickup: boolean): string {
  const dayOf = ({ deliveryDate, pickupDate }: Dated): string => (isPickup ? pickupDate : deliveryDate) ?? '9999';
  const [first = undated] = [...times].sort((a, b) => dayOf(a).localeCompare(dayOf(b)));
  const isDay = isPickup ? first.pickupDate !== null : isArrivalDay(first);
  const text = isPickup ? pickupDateText(first) : deliveryDateText(first);
  if (times.length < 2) return isDay ? `el ${text}` : text;
  return `${times.length} envíos, ${isDay ? `desde el ${text}` : lowerFirst(text)}`;
}

export function pickupDateText({ pickupDate, message }: Dated): string {
  return pickupDate === null && message !== '' ? message : formatWeekdayDateText(pickupDate);
}

/** "Recoge desde el lunes 23 de noviembre, 14:00". Without a date, the server's message. */
export function pickupReadyText(time: Dated & Pick<DeliveryTimeGroup, 'pickupTime'>): string {
  if (time.pickupDate === null) return pickupDateText(time);
  const hour = time.pickupTime === null ? '' : `, ${time.pickupTime}`;
  return `Recoge desde el ${pickupDateText(time)}${hour}`;
}

/** "6a avenida 12-31, Zona 10, Guatemala". A zone or municipality that the street already names is not repeated. */
export function placeText({ street, zone, city }: { street: string; zone: string; city: string }): string {
  const named = street.toLowerCase();
  const others = [zone, city].filter((part) => part !== '' && !named.includes(part.toLowerCase()));
  return [street.trim(), ...others].join(', ');
}

/** "1.2 km", never less than 0.1; whole kilometres from ten on. */
export const distanceText = (km: number): string => `${Math.max(0.1, km).toFixed(km < 9.95 ? 1 : 0)} km`;
