import { locationLinkText } from '@ceiba/domain/catalog/availability';
import { lazy, Suspense, useState } from 'react';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MapSketch } from './map-sketch.tsx';

/** Leaflet comes with the drawer, not with the page. */
const MapDrawer = lazy(() => import('./map-drawer.tsx'));

/** The point on the map that goes with the address (MAP-01..03); optional, the drawn map is only its frame. */
export function MapPointField() {
  const point = useCheckout((state) => state.userData.point);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <div className="relative h-[200px] overflow-hidden rounded-lg shadow-[inset_0_0_0_1px_var(--color-border)]">
      <MapSketch />
      <div className="absolute inset-x-3 bottom-3 flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" icon={<Icon name="locate-fixed" size="sm" />} onClick={() => setOpen(true)}>
          {locationLinkText(point !== null)}
        </Button>
        {point !== null && (
          <span
            role="status"
            className="inline-flex min-h-touch items-center gap-1.5 rounded-full bg-surface px-4 text-sm font-semibold text-success shadow-sm"
          >
            <Icon name="circle-check" size="sm" />
            Ubicación confirmada
          </span>
        )}
      </div>
      {isOpen !== null && (
        <Suspense fallback={null}>
          <MapDrawer
            open={isOpen}
            start={point}
            onClose={() => setOpen(false)}
            onConfirm={(confirmed) => {
              updateDelivery({ point: confirmed });
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
