import { Suspense } from 'react';
import { defaultLocation, openLocationDrawer, useLocationStore } from '../locations/location-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import { Icon } from '../ui/icon.tsx';
import { FulfilmentCard } from './fulfilment-card.tsx';
import type { ProductPageData } from './product-page-data.ts';

const LocalAvailability = lazyPart(() => import('./local-availability.tsx'));

/**
 * Delivery and pickup (CAT-20): as the page brought them for who chose no place, asked for from the browser for the
 * place that was chosen.
 */
export function Availability({ page: { product, availability, locationLinks } }: { page: ProductPageData }) {
  const location = useLocationStore((state) => state.location) ?? null;
  if (availability.length === 0) return null;
  const isPlaceless = availability.length === 1;
  const isBrought = isPlaceless || (location === null && availability.every(({ isUnknown }) => isUnknown !== true));
  const brought = (isLoading: boolean) =>
    availability.map((card) => <FulfilmentCard key={card.title} card={card} isLoading={isLoading} />);
  return (
    <section aria-label="Entrega" className="grid gap-1">
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {isBrought ? (
          brought(false)
        ) : (
          <Suspense fallback={brought(true)}>
            <LocalAvailability product={product} location={location ?? defaultLocation} />
          </Suspense>
        )}
      </div>
      {!isPlaceless && (
        <button
          type="button"
          onClick={openLocationDrawer}
          aria-haspopup="dialog"
          className="inline-flex min-h-touch items-center gap-1.5 justify-self-start text-sm font-semibold text-link hover:underline"
        >
          <Icon name="map-pin" size="sm" />
          {location === null ? locationLinks.adjust : locationLinks.change}
        </button>
      )}
    </section>
  );
}
