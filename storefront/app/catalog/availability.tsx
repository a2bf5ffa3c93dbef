import { Icon } from '@ceiba/ui/icon';
import { Suspense } from 'react';
import { defaultLocation, openLocationDrawer, useLocationStore } from '../locations/location-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { FulfilmentCard } from './fulfilment-card.tsx';
import type { ProductPageData } from './product-page-data.ts';
import { useSalesPrice } from './use-offer.ts';

const LocalAvailability = lazyPart(() => import('./local-availability.tsx'));

/**
 * Delivery and pickup (CAT-20): as the page brought them for who chose no place, asked for from the browser for the
 * place that was chosen, and at the price that holds once a flash sale is over (CAT-15).
 */
export function Availability({ page }: { page: ProductPageData }) {
  const { product, availability, locationLinks } = page;
  const salesPrice = useSalesPrice(page);
  const location = useLocationStore((state) => state.location) ?? null;
  if (availability.length === 0) return null;
  const isPlaceless = availability.length === 1;
  const isAsBrought = location === null && salesPrice === product.salesPrice;
  const isBrought = isPlaceless || (isAsBrought && availability.every(({ isUnknown }) => isUnknown !== true));
  const brought = (isLoading: boolean) =>
    availability.map((card) => <FulfilmentCard key={card.title} card={card} isLoading={isLoading} />);
  return (
    <section aria-label="Entrega" className="grid gap-1">
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {isBrought ? (
          brought(false)
        ) : (
          <Suspense fallback={brought(true)}>
            <LocalAvailability product={{ ...product, salesPrice }} location={location ?? defaultLocation} />
          </Suspense>
        )}
      </div>
      {!isPlaceless && (
        <button type="button" onClick={openLocationDrawer} aria-haspopup="dialog" className="place-button">
          <Icon name="map-pin" size="sm" />
          {location === null ? locationLinks.adjust : locationLinks.change}
        </button>
      )}
    </section>
  );
}
