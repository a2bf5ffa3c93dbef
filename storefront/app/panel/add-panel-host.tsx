import { lazy, Suspense } from 'react';
import { useAddPanel } from '../carts/add-panel-store.ts';

/** The panel and the drawer under it are fetched at the first add, not with the page. */
const AddPanel = lazy(() => import('./add-panel.tsx'));

/** Stands once in the frame of the shop; draws nothing until something was added. */
export function AddPanelHost() {
  const wasOpened = useAddPanel((state) => state.panel !== null);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <AddPanel />
    </Suspense>
  );
}
