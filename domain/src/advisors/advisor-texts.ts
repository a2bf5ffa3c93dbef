import { guatemalaTime } from '../dates/civil-date.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';

/** The address that shares by WhatsApp, used when the system has no share dialog (DEC-150). */
export const shareUrl = (link: string): string => `https://wa.me/?text=${encodeURIComponent(link)}`;

/** DEC-42, ADV-10, ADV-13, DEC-146, DEC-150. */
export const advisorTexts = {
  linkChoice: 'Enlace de pago',
  storeChoice: 'Pago en tienda',
  createLink: 'Generar enlace de pago',
  createStoreOrder: 'Generar orden para pago en tienda',
  linkCreated: 'Enlace generado',
  copy: 'Copiar enlace',
  share: 'Compartir',
  linkFailed: 'El link no se generó correctamente.',
  retry: 'Volver a generar',
  linkGone: 'Este enlace ya no está disponible.',
  /** Shown below the text above if an order was made from the link. */
  linkUsed:
    'Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez, y tu número de pedido está en el correo que te enviamos. Si lo pagó otra persona, también está hecho: solo para otra compra pide a tu asesor un enlace nuevo.',
} as const;

/** The heading of a payment link: who prepared it, and in which store. A null means that the value is unknown. */
export function preparedByText(firstName: string | null, storeName: string | null): string {
  if (firstName === null) return 'Preparamos este pedido para ti';
  if (storeName === null) return `${firstName} preparó este pedido para ti`;
  return `${firstName}, de la tienda ${storeName.replace(/^tienda /i, '')}, preparó este pedido para ti`;
}

/** Until when a link can be paid (DEC-146): day and time in Guatemala. */
export function linkExpiryText(expiresAt: Date): string {
  const { date, hour, minute } = guatemalaTime(expiresAt);
  return `Puedes pagarlo hasta el ${formatWeekdayDate(date)} a las ${hour}:${String(minute).padStart(2, '0')}.`;
}

/** DEC-42. */
export const storeOrderText = (orderNumber: string, store: string): string =>
  `Orden ${orderNumber} creada. El cliente puede pagar en la tienda ${store}.`;
