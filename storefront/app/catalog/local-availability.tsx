import { useShopperPlace } from '../delivery/shopper-place.ts';
import { useDeliveryTimes } from '../delivery/use-delivery-times.ts';
import { usePickupStores } from '../delivery/use-pickup-stores.ts';
import type { ChosenLocation } from '../locations/location-store.ts';
import { withQueries } from '../platform/query-provider.tsx';
import { deliveryCard, isHomeOnly, pickupCard } from './availability-texts.ts';
import type { CardProduct } from './card-product.ts';
import { FulfilmentCard } from './fulfilment-card.tsx';

/** The availability cards for the chosen place. */
export default withQueries(function LocalAvailability({
  product,
  location,
}: {
  product: CardProduct;
  location: ChosenLocation;
}) {
  const items = [{ sku: product.sku, quantity: 1 }];
  const delivery = useDeliveryTimes('delivery', useShopperPlace(), product.restricted ? [] : items);
  const pickup = usePickupStores(isHomeOnly(product) ? [] : items);
  return (
    <>
      <FulfilmentCard card={deliveryCard(product, location, delivery.groups?.[0])} isLoading={delivery.isLoading} />
      <FulfilmentCard
        card={pickupCard(product, pickup.stores[0])}
        isLoading={pickup.isLoading && !isHomeOnly(product)}
      />
    </>
  );
});
