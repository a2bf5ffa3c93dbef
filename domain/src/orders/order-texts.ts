import { formatDateText } from '../dates/spanish-date.ts';

/** HIST-01, HIST-02, DEC-43. */
export const orderTexts = {
  empty: 'No tienes compras en tu historial',
  loadFailed: 'Ha ocurrido un error al cargar las ordenes.',
  thanks: '¡Gracias por tu compra!',
  keepShopping: 'Seguir comprando',
  seeOrder: 'Ver mi orden',
} as const;

/** HIST-03, DEC-43: the short form is that of narrow screens and of the confirmation. */
export const orderTitle = (orderNumber: string, isShort: boolean): string =>
  isShort ? `Orden ${orderNumber}` : `Detalle de la orden ${orderNumber}`;

/** HIST-04; `placedAt` as it came over the wire (HIST-12). */
export const orderSubtitle = (placedAt: string | null): string =>
  `Compra realizada con éxito el ${formatDateText(placedAt)}`;
