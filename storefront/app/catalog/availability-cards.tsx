import { locationLinkText } from '@ceiba/domain/catalog/availability';
import { deliveryTypeLabels } from '@ceiba/domain/delivery/delivery-choice';
import { deliveryTexts } from '@ceiba/domain/delivery/delivery-date';
import { deliveryFee } from '@ceiba/domain/delivery/delivery-fee';
import { formatQ } from '@ceiba/domain/money/money';
import type { ReactNode } from 'react';
import { deliveryDateText, pickupDateText } from '../delivery/group-date-text.ts';
import { useShopperPlace } from '../delivery/shopper-place.ts';
import { useDeliveryTimes } from '../delivery/use-delivery-times.ts';
import { usePickupStores } from '../delivery/use-pickup-stores.ts';
import { defaultLocation, openLocationDrawer, shownLocation, useLocationStore } from '../locations/location-store.ts';
import { withQueries } from '../platform/query-provider.tsx';
import { Icon } from '../ui/icon.tsx';
import { amountOf } from '../ui/price.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type CardProduct, isVirtualGiftCard } from './card-product.ts';

/** Delivery and pickup for the chosen place (CAT-20); nothing for what cannot be bought. */
export default withQueries(function AvailabilityCards({ product }: { product: CardProduct }) {
  if (product.status === 'OUT_OF_STOCK' || product.salesPrice === null) return null;
  if (isVirtualGiftCard(product)) {
    return (
      <FulfilmentCard icon="mail" title="Entrega por correo" place="Le llega a quien tú elijas">
        {deliveryTexts.digital}
      </FulfilmentCard>
    );
  }
  return (
    <section aria-label="Entrega" className="grid gap-1">
      <div className="grid gap-3 sm:grid-cols-2">
        <DeliveryCard product={product} />
        <PickupCard product={product} />
      </div>
      <LocationLink />
    </section>
  );
});

function LocationLink() {
  const location = useLocationStore((state) => state.location);
  return (
    <button
      type="button"
      onClick={openLocationDrawer}
      aria-haspopup="dialog"
      className="inline-flex min-h-touch items-center gap-1.5 justify-self-start text-sm font-semibold text-link hover:underline"
    >
      <Icon name="map-pin" size="sm" />
      {locationLinkText(location !== null && location !== undefined)}
    </button>
  );
}

/** "Gratis" or the fee of one unit, for the region (DEL-22, DEL-23). */
const feeText = (product: CardProduct, regionId: number): string => {
  const fee = deliveryFee({
    deliveryType: 'delivery',
    regionId,
    deliveryBase: amountOf(product.salesPrice?.value ?? 0),
    isDigitalOnly: false,
  });
  return fee === 0 ? 'Gratis' : formatQ(fee);
};

function DeliveryCard({ product }: { product: CardProduct }) {
  const place = useShopperPlace();
  const location = useLocationStore((state) => state.location) ?? defaultLocation;
  const items = product.restricted ? [] : [{ sku: product.sku, quantity: 1 }];
  const { groups, isLoading } = useDeliveryTimes('delivery', place, items);
  const [group] = groups ?? [];
  if (product.restricted) {
    return (
      <FulfilmentCard icon="truck" title={deliveryTypeLabels.delivery} isOff place="Este producto se recoge en tienda">
        No disponible
      </FulfilmentCard>
    );
  }
  const date = group && deliveryDateText(group);
  const fee = feeText(product, location.userRegion);
  return (
    <FulfilmentCard
      icon="truck"
      title={deliveryTypeLabels.delivery}
      isLoading={place === null || isLoading}
      isOff={group === undefined}
      place={shownLocation(location)}
    >
      {group === undefined
        ? 'No disponible en tu ubicación'
        : `${fee} · ${group.deliveryDate === null ? date : `llega el ${date}`}`}
    </FulfilmentCard>
  );
}

function PickupCard({ product }: { product: CardProduct }) {
  const isHomeOnly = product.is3p || product.dropshipping;
  const { stores, isLoading } = usePickupStores(isHomeOnly ? [] : [{ sku: product.sku, quantity: 1 }]);
  const [store] = stores;
  if (store === undefined) {
    return (
      <FulfilmentCard
        icon="store"
        title={deliveryTypeLabels.storepickup}
        isLoading={isLoading && !isHomeOnly}
        isOff
        place={isHomeOnly ? 'Este producto se envía a domicilio' : 'Sin existencias en tiendas'}
      >
        No disponible
      </FulfilmentCard>
    );
  }
  return (
    <FulfilmentCard icon="store" title={deliveryTypeLabels.storepickup} place={store.name}>
      {store.pickupDate === null ? `Gratis · ${pickupDateText(store)}` : `Gratis · desde el ${pickupDateText(store)}`}
    </FulfilmentCard>
  );
}

/** Same height while loading and after, so that nothing under it moves. */
function FulfilmentCard({
  icon,
  title,
  place,
  isLoading = false,
  isOff = false,
  children,
}: {
  icon: string;
  title: string;
  place: string;
  isLoading?: boolean;
  isOff?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      aria-busy={isLoading}
      className="grid min-h-[108px] grid-cols-[auto_1fr] content-start gap-x-3 gap-y-1 rounded-lg bg-surface p-4 text-sm shadow-[0_0_0_1px_var(--color-border)] sm:min-h-[128px]"
    >
      <Icon name={icon} size="lg" className="row-span-3 text-primary" />
      <b className="text-base font-semibold">{title}</b>
      {isLoading ? (
        <>
          <Skeleton className="my-0.5 h-4 w-11/12" />
          <Skeleton className="my-0.5 h-4 w-2/3" />
        </>
      ) : (
        <>
          <span className={isOff ? 'text-ink-muted' : 'font-semibold text-success'}>{children}</span>
          <span className="text-ink-soft">{place}</span>
        </>
      )}
    </div>
  );
}
