import { type Centavos, formatQ } from '@ceiba/domain/money/money';
import { pickupDays } from '@ceiba/domain/orders/shipment';
import { backToShop, type MailingShop, mailOf, textPart } from './mail-layout.ts';
import type { WrittenMail } from './write-mail.ts';

/** A shipment that was sent or waits at its store, as its buyer sees it. */
export interface LeftShipment {
  orderNumber: string;
  email: string;
  isSplit: boolean;
  lines: { title: string; quantity: number }[];
  courier: string | null;
  trackingNumber: string | null;
  parcels: number;
  /** The amount to pay at the handover. Zero if there is no amount. */
  cashToCollect: Centavos;
  /** The store where the shipment is picked up. Null if it is delivered. */
  store: { name: string; street: string; city: string } | null;
  /** The pickup code of six digits. Null if the shipment is delivered. */
  code: string | null;
}

const whatOf = ({ isSplit, orderNumber }: Pick<LeftShipment, 'isSplit' | 'orderNumber'>): string =>
  isSplit ? `un envío de tu pedido ${orderNumber}` : `tu pedido ${orderNumber}`;

const contents = (lines: LeftShipment['lines']) =>
  textPart(
    'Lo que trae',
    lines.map(({ quantity, title }) => `${quantity} × ${title}`),
  );

const cashText = ({ cashToCollect }: LeftShipment): string[] =>
  cashToCollect > 0 ? [`Ten listos ${formatQ(cashToCollect)} en efectivo.`] : [];

const carrierText = ({ courier, trackingNumber, parcels }: LeftShipment): string => {
  const pieces = parcels > 1 ? `, en ${parcels} bultos` : '';
  if (courier === null) return `Lo llevamos nosotros${pieces}.`;
  return trackingNumber === null
    ? `Lo lleva ${courier}${pieces}.`
    : `Lo lleva ${courier}${pieces}. Su número de guía es ${trackingNumber}.`;
};

/** Writes the mail about a sent shipment. The mail contains no names (record 0051). */
export function shipmentSentMail(shipment: LeftShipment, shop: MailingShop): WrittenMail {
  const parts = [
    textPart('Tu envío', [carrierText(shipment), ...cashText(shipment)]),
    contents(shipment.lines),
    backToShop(shop),
  ];
  return mailOf(
    {
      recipient: shipment.email,
      subject: `Va en camino ${whatOf(shipment)}`,
      news: 'Ya salió de nuestra bodega.',
      parts,
    },
    shop,
  );
}

/** The text before the code. `maskMail` uses it to find the code. */
export const pickupCodeLabel = 'Código para recogerlo';

/** Writes the mail about a pickup (WORK-13). `isReminder`: the shipment has waited for days. */
export function pickupMail(
  shipment: LeftShipment,
  { isReminder }: { isReminder: boolean },
  shop: MailingShop,
): WrittenMail {
  const { store, code, email } = shipment;
  const subject = `${isReminder ? 'Te espera' : 'Ya puedes recoger'} ${whatOf(shipment)}`;
  const how = [
    `${pickupCodeLabel}: ${code ?? ''}.`,
    'Muéstralo en el mostrador. Quien lo lleve puede recogerlo.',
    ...cashText(shipment),
    `Lo guardamos ${pickupDays} días. Si tienes dudas, llámanos al ${shop.policy.supportPhone}.`,
  ];
  const place = store === null ? [] : [textPart('Dónde', [store.name, `${store.street}, ${store.city}`])];
  const parts = [textPart('Cómo recogerlo', how), ...place, contents(shipment.lines), backToShop(shop)];
  return mailOf({ recipient: email, subject, news: 'Está listo en la tienda que elegiste.', parts }, shop);
}

/** Writes the mail about units of a shipment that cannot be found (WORK-08). */
export function unitsMissingMail(
  missing: { orderNumber: string; email: string; title: string; units: number; isPickup: boolean },
  shop: MailingShop,
): WrittenMail {
  const { orderNumber, email, title, units, isPickup } = missing;
  const texts = [
    `${units} × ${title}`,
    isPickup
      ? 'Te llamaremos para acordar contigo si lo recoges en otra tienda, si te lo llevamos a tu dirección, o si te devolvemos lo que cuesta.'
      : 'Te llamaremos para acordar contigo si esperas una nueva fecha, o si te devolvemos lo que cuesta.',
    `También puedes llamarnos al ${shop.policy.supportPhone}.`,
  ];
  return mailOf(
    {
      recipient: email,
      subject: `Nos falta un producto de tu pedido ${orderNumber}`,
      news: 'Al preparar tu pedido no encontramos un producto que ya era tuyo.',
      parts: [textPart('Lo que falta', texts), backToShop(shop)],
    },
    shop,
  );
}
