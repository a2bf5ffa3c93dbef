import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { exclusiveTexts } from '@ceiba/domain/delivery/exclusive-items';
import { locationLinkText } from '@ceiba/domain/locations/location';
import { cartLines } from '../carts/cart-lines.ts';
import { deliveryItems, useDeliveryTimes, usePickupStores, useShopperPlace } from '../delivery/delivery-queries.ts';
import { arrivalText, lowerFirst, pickupDateText } from '../delivery/delivery-texts.ts';
import { canAllBeDeliveredBy, exclusiveLines } from '../delivery/line-dates.ts';
import { defaultLocation, openLocationDrawer, shownLocation, useLocationStore } from '../locations/location-store.ts';
import type { FulfilmentText } from './availability-cards.ts';
import { FulfilmentCard } from './fulfilment-card.tsx';

/** The date when everything has arrived: the last shipment's. A shipment without a date sorts last. */
const deliveryText = (groups: readonly DeliveryTimeGroup[]): string => {
  const byDate = [...groups].sort((a, b) => (a.deliveryDate ?? '9').localeCompare(b.deliveryDate ?? '9'));
  const last = byDate.at(-1);
  if (last === undefined) return 'No disponible en tu ubicación';
  const when = arrivalText(last);
  return groups.length > 1
    ? `${groups.length} envíos · el último ${lowerFirst(when)}`
    : `${when.charAt(0).toUpperCase()}${when.slice(1)}`;
};

const deliveryCard = (isAllowed: boolean, place: string, groups: readonly DeliveryTimeGroup[]): FulfilmentText => ({
  icon: 'truck',
  title: deliveryTypeLabels.delivery,
  text: isAllowed ? deliveryText(groups) : 'No disponible',
  place: isAllowed ? place : exclusiveTexts.holdsPickupOnly,
  isOff: !isAllowed || groups.length === 0,
});

const pickupCard = (isAllowed: boolean, store: PickupStore | undefined): FulfilmentText => {
  const card = { icon: 'store', title: deliveryTypeLabels.storepickup };
  if (!isAllowed || store === undefined) {
    const place = isAllowed ? 'Ninguna tienda tiene todo tu carrito' : exclusiveTexts.holdsHomeOnly;
    return { ...card, text: 'No disponible', place, isOff: true };
  }
  const when = store.pickupDate === null ? pickupDateText(store) : `desde el ${pickupDateText(store)}`;
  return { ...card, text: `Gratis · ${when}`, place: store.name, isOff: false };
};

/** Delivery and pickup of the whole cart at the shopper's place (DEL-30). Renders nothing for a cart without goods to ship. */
export function CartAvailability({ cart }: { cart: Cart }) {
  const lines = cartLines(cart);
  const items = deliveryItems(lines);
  const isSent = canAllBeDeliveredBy(lines, 'delivery');
  const isPickedUp = canAllBeDeliveredBy(lines, 'storepickup') && exclusiveLines(lines) === null;
  const location = useLocationStore((state) => state.location) ?? null;
  const delivery = useDeliveryTimes('delivery', useShopperPlace(), isSent ? items : []);
  const pickup = usePickupStores(isPickedUp ? items : []);
  if (items.length === 0) return null;
  return (
    <section aria-label="Entrega" className="ways">
      <FulfilmentCard
        card={deliveryCard(isSent, shownLocation(location ?? defaultLocation), delivery.groups ?? [])}
        isLoading={isSent && delivery.isLoading}
        onRetry={isSent && delivery.isFailed ? delivery.reload : null}
        action={
          <button type="button" onClick={openLocationDrawer} aria-haspopup="dialog" className="place-button">
            {locationLinkText(location !== null)}
          </button>
        }
      />
      <FulfilmentCard
        card={pickupCard(isPickedUp, pickup.stores[0])}
        isLoading={isPickedUp && pickup.isLoading}
        onRetry={isPickedUp && pickup.isFailed ? pickup.reload : null}
      />
    </section>
  );
}
