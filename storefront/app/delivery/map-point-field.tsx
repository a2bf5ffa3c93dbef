import { mapButtonText } from '@ceiba/domain/locations/location';
import { Button } from '@ceiba/ui/button';
import { Icon } from '@ceiba/ui/icon';
import { Suspense, useState } from 'react';
import { updateDelivery, useCheckout } from '../checkout/checkout-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { DeliveryPlace } from './delivery-queries.ts';

/** Leaflet comes with the drawer, not with the page. */
const MapDrawer = lazyPart(() => import('./map-drawer.tsx'));

/**
 * The point on the map that goes with the address (MAP-01..03); optional, the drawn map is only its frame. `place`: chosen so
 * far; a landmark, asked for where the map cannot be drawn, joins the indications.
 */
export function MapPointField({
  place,
  landmark,
  onLandmark,
}: {
  place: DeliveryPlace | null;
  landmark: string;
  onLandmark: (landmark: string) => void;
}) {
  const point = useCheckout((state) => state.userData.point);
  const [isOpen, setOpen] = useState(false);
  /** Each opening is a map of its own, which begins at the point confirmed so far; 0 while none was opened. */
  const [opening, setOpening] = useState(0);
  const open = () => {
    setOpening((before) => before + 1);
    setOpen(true);
  };
  return (
    <div className="grid gap-2">
      <div className="relative h-[200px] overflow-hidden rounded-lg shadow-[inset_0_0_0_1px_var(--color-border)]">
        <MapSketch />
        <Button
          variant="outline"
          size="sm"
          icon={<Icon name="locate-fixed" size="sm" />}
          onClick={open}
          className="absolute bottom-3 left-3"
        >
          {mapButtonText}
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
      {opening > 0 && (
        <Suspense fallback={null}>
          <MapDrawer
            key={opening}
            open={isOpen}
            start={point}
            place={place}
            landmark={landmark}
            onClose={() => setOpen(false)}
            onConfirm={(confirmed, typed) => {
              updateDelivery({ point: confirmed });
              if (typed !== null) onLandmark(typed);
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A drawn piece of city with a pin: says "map" without loading one. */
function MapSketch() {
  return (
    <svg
      viewBox="0 0 480 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <rect width="480" height="200" fill="#eef0e8" />
      <path d="M-10 150C90 130 130 180 220 164S380 110 500 140V210H-10z" fill="#d5ead2" />
      <path d="M340-10c30 50 20 70 60 100s90 30 110 30V-10z" fill="#cfe6ee" />
      <g fill="#e2e2d6">
        <rect x="28" y="14" width="70" height="36" rx="6" />
        <rect x="122" y="12" width="84" height="38" rx="6" />
        <rect x="30" y="76" width="64" height="50" rx="6" />
        <rect x="122" y="80" width="80" height="46" rx="6" />
        <rect x="236" y="84" width="72" height="40" rx="6" />
      </g>
      <g stroke="#fff" strokeWidth="12" fill="none" strokeLinecap="round">
        <path d="M-10 62H330q60 0 90 60l40 90" />
        <path d="M110-10V210M218-10V150q0 40 30 70M-10 144H300q70 0 110-40" />
      </g>
      <path
        d="M226 112C226 112 241 97 241 86A15 15 0 0 0 211 86C211 97 226 112 226 112z"
        fill="#bd1a34"
        stroke="#fff"
        strokeWidth="2.5"
      />
      <circle cx="226" cy="86" r="5.5" fill="#fff" />
    </svg>
  );
}
