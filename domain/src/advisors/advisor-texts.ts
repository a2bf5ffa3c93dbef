import { guatemalaTime } from '../dates/civil-date.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';

/** DEC-150: when the system cannot share. */
export const shareUrl = (link: string): string => `https://wa.me/?text=${encodeURIComponent(link)}`;

/** DEC-42, ADV-10, ADV-13, DEC-146, DEC-150. */
export const advisorTexts = {
  linkChoice: 'Enlace de pago',
  storeChoice: 'Pago en tienda',
  createLink: 'Generar enlace de pago',
  createStoreOrder: 'Generar orden para pago en tienda',
  linkCreated: 'Enlace generado',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado',
  share: 'Compartir',
  linkFailed: 'El link no se generó correctamente.',
  retry: 'Volver a generar',
  linkGone: 'Este enlace ya no está disponible.',
  /** Under it, where an order was made of the link. */
  linkUsed:
    'Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez, y tu número de pedido está en el correo que te enviamos. Si lo pagó otra persona, también está hecho: solo para otra compra pide a tu asesor un enlace nuevo.',
} as const;

/** Over a payment link: who prepared it, and where; null where that is not known. */
export function preparedByText(firstName: string | null, storeName: string | null): string {
  if (firstName === null) return 'Preparamos este pedido para ti';
  if (storeName === null) return `${firstName} preparó este pedido para ti`;
  return `${firstName}, de la tienda ${storeName.replace(/^tienda /i, '')}, preparó este pedido para ti`;
}

/** Until when a link can be paid (DEC-146): day and time of day in Guatemala. */
export function linkHoldsText(expiresAt: Date): string {
  const { date, hour, minute } = guatemalaTime(expiresAt);
  return `Puedes pagarlo hasta el ${formatWeekdayDate(date)} a las ${hour}:${String(minute).padStart(2, '0')}.`;
}

/** DEC-42. */
export const storeOrderText = (orderNumber: string, store: string): string =>
  `Orden ${orderNumber} creada. El cliente puede pagar en la tienda ${store}.`;
