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
    'Si ya pagaste con él, tu pedido está hecho: no tienes que pagar otra vez, y tu número de orden está en el correo que te enviamos. Si lo pagó otra persona, también está hecho: solo para otra compra pide a tu asesor un enlace nuevo.',
} as const;

/** DEC-42. */
export const storeOrderText = (orderNumber: string, store: string): string =>
  `Orden ${orderNumber} creada. El cliente puede pagar en la tienda ${store}.`;
