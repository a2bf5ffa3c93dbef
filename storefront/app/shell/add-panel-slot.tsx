import { lazy, Suspense } from 'react';
import { useAddPanel } from '../carts/add-panel-store.ts';

const AddPanel = lazy(async () => {
  const [{ default: Panel }, { withQueries }] = await Promise.all([
    import('../carts/add-panel.tsx'),
    import('../platform/query-provider.tsx'),
  ]);
  return { default: withQueries(Panel) };
});

/** The panel after an add (PANEL-01), loaded with the first one. */
export function AddPanelSlot() {
  const hasPanel = useAddPanel((state) => state.panel !== null);
  if (!hasPanel) return null;
  return (
    <Suspense>
      <AddPanel />
    </Suspense>
  );
}
