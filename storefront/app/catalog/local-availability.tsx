import { withQueries } from '@ceiba/client/query-provider';
import type { ReactNode } from 'react';
import { useDeliveryTimes, usePickupStores, useShopperPlace } from '../delivery/delivery-queries.ts';
import type { ChosenLocation } from '../locations/location-store.ts';
import { usePolicy } from '../policies/shop-policy.ts';
import { deliveryCard, isHomeOnly, pickupCard, visitCard } from './availability-cards.ts';
import type { CardProduct } from './card-product.ts';
import { FulfilmentCard } from './fulfilment-card.tsx';

/** The availability cards for the chosen place. */
export default withQueries(function LocalAvailability({
  product,
  location,
  actions,
}: {
  product: CardProduct;
  location: ChosenLocation;
  /** The link or button beside the place of delivery, and of pickup. */
  actions: readonly ReactNode[];
}) {
  const policy = usePolicy();
  const items = [{ sku: product.sku, quantity: 1 }];
  const delivery = useDeliveryTimes('delivery', useShopperPlace(), product.restricted ? [] : items);
  const pickup = usePickupStores(isHomeOnly(product) || product.visit !== undefined ? [] : items);
  if (product.visit !== undefined) {
    const card = visitCard(product.visit, location, delivery.groups?.[0]);
    return <FulfilmentCard card={card} isLoading={delivery.isLoading} action={actions[0]} />;
  }
  return (
    <>
      <FulfilmentCard
        card={deliveryCard(product, location, delivery.groups?.[0], policy)}
        isLoading={delivery.isLoading}
        onRetry={delivery.isFailed ? delivery.reload : null}
        action={actions[0]}
      />
      <FulfilmentCard
        card={pickupCard(product, pickup.stores[0])}
        isLoading={pickup.isLoading && !isHomeOnly(product)}
        onRetry={pickup.isFailed ? pickup.reload : null}
        action={actions[1]}
      />
    </>
  );
});
