import { lazy, Suspense } from 'react';
import { useLocationStore } from './location-store.ts';

const LocationDrawer = lazy(() => import('./location-drawer.tsx'));

/** Loads the drawer when it is opened first. */
export function LocationDrawerSlot() {
  const isOpen = useLocationStore((state) => state.isDrawerOpen);
  if (isOpen === null) return null;
  return (
    <Suspense>
      <LocationDrawer open={isOpen} />
    </Suspense>
  );
}
