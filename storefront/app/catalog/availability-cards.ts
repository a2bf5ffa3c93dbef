import type { Client } from '@ceiba/contract/client';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import { addButtonLabels } from '@ceiba/domain/catalog/add-button';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import type { PublicPolicy } from '@ceiba/domain/policies/shop-policy';
import { coverageText, isCovered, visitText, visitTexts } from '@ceiba/domain/visits/visit';
import { amountOf } from '@ceiba/ui/price';
import { arrivalText, deliveryDateText, pickupDateText } from '../delivery/delivery-texts.ts';
import { type ChosenLocation, defaultLocation, shownLocation } from '../locations/location-store.ts';
import { type CardProduct, isDigital, isVirtualGiftCard } from './card-product.ts';

/** Texts of one availability card. */
export interface FulfilmentText {
  icon: string;
  title: string;
  text: string;
  place: string;
  /** True if the product is not available this way. */
  isOff: boolean;
  /** True if the call failed: the browser tries again. */
  isUnknown?: boolean;
}

/** "Gratis" or the fee of one unit, for the region (DEL-22, DEL-23). */
const feeText = (product: CardProduct, regionId: number, policy: PublicPolicy): string => {
  const deliveryBase = amountOf(product.salesPrice?.value ?? 0);
  const fee = deliveryFee({ deliveryType: 'delivery', regionId, deliveryBase, isDigitalOnly: false }, policy);
  return fee === 0 ? 'Gratis' : formatQ(fee);
};

/** The delivery card. `group` is the delivery answer for this product, or undefined. */
export const deliveryCard = (
  product: CardProduct,
  location: ChosenLocation,
  group: DeliveryTimeGroup | undefined,
  policy: PublicPolicy,
): FulfilmentText => {
  const card = { icon: 'truck', title: deliveryTypeLabels.delivery };
  if (product.restricted) {
    return { ...card, text: 'No disponible', place: 'Este producto se recoge en tienda', isOff: true };
  }
  const place = shownLocation(location);
  if (group === undefined) return { ...card, text: 'No disponible en tu ubicación', place, isOff: true };
  const text = `${feeText(product, location.userRegion, policy)} · ${arrivalText(group)}`;
  return { ...card, text, place, isOff: false };
};

/** Third-party and web-exclusive goods are never picked up (DEC-97). */
export const isHomeOnly = (product: CardProduct): boolean => product.is3p || product.dropshipping;

/** The pickup card. `store` is the nearest one with the product. */
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

/** The card of a service at the buyer's home, with its date and place. `group` is its delivery answer, or undefined. */
export const visitCard = (
  visit: NonNullable<CardProduct['visit']>,
  { userRegion, userCity }: ChosenLocation,
  group: DeliveryTimeGroup | undefined,
): FulfilmentText => {
  const card = { icon: 'wrench', title: visitTexts.title, place: coverageText(visit.coverage) };
  if (!isCovered(visit, { regionId: userRegion, city: userCity }))
    return { ...card, text: `No llegamos a ${userCity}`, isOff: true };
  const text = group?.deliveryDate ? `A más tardar el ${deliveryDateText(group)}` : visitText(visit);
  return { ...card, text, isOff: false };
};

/** A gift card, and the confirmation of a service, is sent by e-mail. */
const digitalCard = (product: CardProduct): FulfilmentText => ({
  icon: 'mail',
  ...(isVirtualGiftCard(product)
    ? { title: 'Entrega por correo', place: 'A quien tú elijas, el día que elijas' }
    : { title: 'Confirmación por correo', place: 'Llega al correo de tu compra' }),
  text: deliveryTexts.digital,
  isOff: false,
});

/** The card of a product that cannot be added (CAT-24): it promises no delivery. */
export const onlyInStoreCard: FulfilmentText = {
  icon: 'store',
  title: addButtonLabels.onlyInStore,
  text: 'No se vende en línea',
  place: 'Visítanos para verla y comprarla',
  isOff: true,
};

const isMotorcycleSaleOn = async (call: Client): Promise<boolean> => {
  const flags = await call('getFlags', {});
  return flags.ok && flags.value.flags['motorcycleAddToCart'] === true;
};

/** A place where the visit is possible, for shoppers who chose no place. */
const coveredLocation = ({ coverage: [first] }: NonNullable<CardProduct['visit']>): ChosenLocation =>
  first === undefined ? defaultLocation : { userRegion: first.regionId, userCity: first.city ?? '' };

/**
 * The availability cards of a product for Guatemala / Guatemala, the default place (DEC-25). Part of the page, because all shoppers without a chosen
 * place see the same cards. Empty for products that cannot be bought.
 */
export async function loadAvailability(
  call: Client,
  product: CardProduct,
  policy: PublicPolicy,
): Promise<FulfilmentText[]> {
  if (product.status === 'OUT_OF_STOCK' || product.salesPrice === null) return [];
  const items = [{ sku: product.sku, quantity: 1 }];
  const location = { region: defaultLocation.userRegion, city: defaultLocation.userCity };
  if (product.motorcycle && !(await isMotorcycleSaleOn(call))) return [onlyInStoreCard];
  if (product.visit !== undefined) {
    const times = await call('computeDeliveryTimes', { body: { shippingMethod: 'delivery', location, items } });
    return [visitCard(product.visit, coveredLocation(product.visit), times.ok ? times.value.data[0] : undefined)];
  }
  if (isDigital(product)) return [digitalCard(product)];
  const [times, stores] = await Promise.all([
    product.restricted ? null : call('computeDeliveryTimes', { body: { shippingMethod: 'delivery', location, items } }),
    isHomeOnly(product) ? null : call('checkPickupStock', { body: { location, items } }),
  ]);
  const group = times?.ok ? times.value.data[0] : undefined;
  const store = stores?.ok && stores.value.data.found ? stores.value.data.stores[0] : undefined;
  return [
    { ...deliveryCard(product, defaultLocation, group, policy), isUnknown: times?.ok === false },
    { ...pickupCard(product, store), isUnknown: stores?.ok === false },
  ];
}
