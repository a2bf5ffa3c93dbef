import { defaultFlags, readFlags } from '@ceiba/domain/flags/flags';
import { Suspense } from 'react';
import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { AdvisorBar } from '../advisors/advisor-bar.tsx';
import { useAddPanel } from '../carts/cart-store.ts';
import { useLocationStore } from '../locations/location-store.ts';
import { apiContext } from '../platform/api.ts';
import { useDrawnInTurn } from '../platform/draw-in-turn.ts';
import { island } from '../platform/island.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { menuCategory, type ShopData } from '../platform/shop-data.ts';
import { ErrorPage } from './error-page.tsx';
import { ShopHeader } from './shop-header.tsx';
import { SkipLink } from './skip-link.tsx';

const ShopFooter = island(() => import('./shop-footer.tsx'), 'touched');
const LocationDrawer = lazyPart(() => import('../locations/location-drawer.tsx'));
const AddPanel = lazyPart(() => import('../panel/add-panel.tsx'));

/** A page also renders if the menu cannot be loaded. Flags fall back to their defaults (DEC-158). */
export async function loader({ context }: LoaderFunctionArgs): Promise<ShopData> {
  const call = context.get(apiContext);
  const [categories, flags] = await Promise.all([call('getCategories', {}), call('getFlags', {})]);
  return {
    categories: categories.ok ? categories.value.map(menuCategory) : [],
    flags: flags.ok ? readFlags(flags.value.flags) : defaultFlags,
  };
}

/** The layout's data stays the same while the shopper moves between pages. */
export const shouldRevalidate = () => false;

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorPage />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  useDrawnInTurn();
  return (
    <>
      <SkipLink />
      <ShopHeader />
      <AdvisorBar />
      {children}
      <ShopFooter />
      <Drawers />
    </>
  );
}

/**
 * Drawers that any part of a page may open. Each drawer is fetched when it first opens, and stays mounted for its
 * closing animation.
 */
function Drawers() {
  const isLocationOpen = useLocationStore((state) => state.isDrawerOpen);
  const wasAdded = useAddPanel((state) => state.panel !== null);
  return (
    <>
      <Suspense>{isLocationOpen !== null && <LocationDrawer open={isLocationOpen} />}</Suspense>
      <Suspense>{wasAdded && <AddPanel />}</Suspense>
    </>
  );
}
