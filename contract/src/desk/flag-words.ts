import type { FlagName } from '@ceiba/domain/flags/flags';

/** The words of each flag. A flag without words does not compile. */
export const flagWords: Readonly<Record<FlagName, { label: string; hint: string }>> = {
  coupons: { label: 'Cupones', hint: 'Los clientes escriben un código en el carrito.' },
  pointsMax: { label: 'Puntos de la tienda', hint: 'Se ofrecen al pagar.' },
  pointsBi: { label: 'Puntos de Banco Industrial', hint: 'Se ofrecen al pagar.' },
  pointsBac: { label: 'Puntos de BAC Credomatic', hint: 'Se ofrecen al pagar.' },
  pointsCash: { label: 'Cash Visanet', hint: 'Se ofrece al pagar.' },
  pointsPromerica: { label: 'Puntos de Promerica', hint: 'Reservado: todavía no se puede pagar con ellos.' },
  pointsBam: { label: 'Puntos de BAM', hint: 'Reservado: todavía no se puede pagar con ellos.' },
  thirdPartyPoints: { label: 'Puntos en productos de terceros', hint: 'Apagada, solo en los de la tienda.' },
  motorcycleAddToCart: { label: 'Motos en el carrito', hint: 'Apagada, una moto solo se vende en tienda.' },
  warrantyImmediateRemoval: {
    label: 'Quitar garantías',
    hint: 'El cliente puede quitar una garantía con «Borrar selección».',
  },
};
