import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import { deliveryDateText, pickupDateText } from '../delivery/group-date-text.ts';
import type { ChosenLocation } from '../locations/location-store.ts';
import { shownLocation } from '../locations/shown-location.ts';
import { amountOf } from '../ui/price.tsx';
import { type CardProduct, isVirtualGiftCard } from './card-product.ts';

/** What one availability card says. */
export interface FulfilmentText {
  icon: string;
  title: string;
  text: string;
  place: string;
  /** It cannot be had that way. */
  isOff: boolean;
}

/** "Gratis" or the fee of one unit, for the region (DEL-22, DEL-23). */
const feeText = (product: CardProduct, regionId: number): string => {
  const deliveryBase = amountOf(product.salesPrice?.value ?? 0);
  const fee = deliveryFee({ deliveryType: 'delivery', regionId, deliveryBase, isDigitalOnly: false });
  return fee === 0 ? 'Gratis' : formatQ(fee);
};

/** `group` is the answer for the one product, undefined when there is none. */
export const deliveryCard = (
  product: CardProduct,
  location: ChosenLocation,
  group: DeliveryTimeGroup | undefined,
): FulfilmentText => {
  const card = { icon: 'truck', title: deliveryTypeLabels.delivery };
  if (product.restricted) {
    return { ...card, text: 'No disponible', place: 'Este producto se recoge en tienda', isOff: true };
  }
  const place = shownLocation(location);
  if (group === undefined) return { ...card, text: 'No disponible en tu ubicación', place, isOff: true };
  const date = deliveryDateText(group);
  const when = group.deliveryDate === null ? date : `llega el ${date}`;
  return { ...card, text: `${feeText(product, location.userRegion)} · ${when}`, place, isOff: false };
};

/** Third-party and web-exclusive goods are never picked up (DEC-97). */
export const isHomeOnly = (product: CardProduct): boolean => product.is3p || product.dropshipping;

/** `store` is the nearest that has the product. */
export const pickupCard = (product: CardProduct, store: PickupStore | undefined): FulfilmentText => {
  const card = { icon: 'store', title: deliveryTypeLabels.storepickup };
  if (store === undefined) {
    const place = isHomeOnly(product) ? 'Este producto se envía a domicilio' : 'Sin existencias en tiendas';
    return { ...card, text: 'No disponible', place, isOff: true };
  }
  const date = pickupDateText(store);
  const when = store.pickupDate === null ? date : `desde el ${date}`;
  return { ...card, text: `Gratis · ${when}`, place: store.name, isOff: false };
};

/** A gift card travels by mail; of a service the confirmation does. */
export const digitalCard = (product: CardProduct): FulfilmentText => ({
  icon: 'mail',
  ...(isVirtualGiftCard(product)
    ? { title: 'Entrega por correo', place: 'Le llega a quien tú elijas' }
    : { title: 'Confirmación por correo', place: 'Llega al correo de tu compra' }),
  text: deliveryTexts.digital,
  isOff: false,
});
