import { locationLinkText } from '@ceiba/domain/locations/location';
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
    <div className="grid gap-2">
      <div className="relative h-[200px] overflow-hidden rounded-lg shadow-[inset_0_0_0_1px_var(--color-border)]">
        <MapSketch />
        <Button
          variant="outline"
          size="sm"
          icon={<Icon name="locate-fixed" size="sm" />}
          onClick={() => setOpen(true)}
          className="absolute bottom-3 left-3"
        >
          {locationLinkText(point !== null)}
        </Button>
      </div>
      <p role="status" className="text-sm font-medium text-success empty:hidden">
        {point !== null && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="circle-check" size="sm" />
            Ubicación confirmada
          </span>
        )}
      </p>
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
