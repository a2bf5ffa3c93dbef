import { guatemalaTime } from '../dates/civil-date.ts';
import { formatWeekdayDate } from '../dates/spanish-date.ts';

/** Returns the address that shares a link by WhatsApp, for systems without a share dialog (DEC-150). */
export const shareUrl = (link: string): string => `https://wa.me/?text=${encodeURIComponent(link)}`;

/** Texts of advisors and payment links (DEC-42, ADV-10, ADV-13, DEC-146, DEC-150). */
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
  /** Shown below the text above if the link was used for an order. */
  linkUsed:
    'Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez, y tu número de pedido está en el correo que te enviamos. Si lo pagó otra persona, también está hecho: solo para otra compra pide a tu asesor un enlace nuevo.',
} as const;

/** Returns the heading of a payment link: the advisor and the store. A null value is unknown. */
export function preparedByText(firstName: string | null, storeName: string | null): string {
  if (firstName === null) return 'Preparamos este pedido para ti';
  if (storeName === null) return `${firstName} preparó este pedido para ti`;
  return `${firstName}, de la tienda ${storeName.replace(/^tienda /i, '')}, preparó este pedido para ti`;
}

/** Returns the day and time in Guatemala until which a link can be paid (DEC-146). */
export function linkExpiryText(expiresAt: Date): string {
  const { date, hour, minute } = guatemalaTime(expiresAt);
  return `Puedes pagarlo hasta el ${formatWeekdayDate(date)} a las ${hour}:${String(minute).padStart(2, '0')}.`;
}

/** Returns the text about an order that is paid at the store (DEC-42). */
export const storeOrderText = (orderNumber: string, store: string): string =>
  `Orden ${orderNumber} creada. El cliente puede pagar en la tienda ${store}.`;
