import { unwrap } from '@ceiba/client/call-failure';
import { withQueries } from '@ceiba/client/query-provider';
import type { Product } from '@ceiba/contract/catalog';
import type { ProductStores, StoreStock } from '@ceiba/contract/delivery';
import { storesTexts } from '@ceiba/domain/delivery/store-availability';
import { Button } from '@ceiba/ui/button';
import { Drawer } from '@ceiba/ui/drawer';
import { Skeleton } from '@ceiba/ui/loading';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '../alerts/notices.ts';
import { useAddToCart } from '../carts/add-to-cart.ts';
import { useAddPanel } from '../carts/cart-store.ts';
import { useShopperPlace } from '../delivery/delivery-queries.ts';
import { defaultLocation, shownLocation, useLocationStore } from '../locations/location-store.ts';
import { api } from '../platform/api.ts';
import { CallFailed } from '../platform/call-failed.tsx';
import { useNow } from '../platform/clock.ts';
import { readBuyForm } from './buy-form.ts';
import { StockRow, StoresNotice } from './stock-row.tsx';

export interface StoresDrawerProps {
  product: Product;
  /** Number of units in the cart. If undefined, the page's form has the number, and "Recoger aquí" adds the units. */
  inCart?: number;
  open: boolean;
  onClose: () => void;
}

/** Milliseconds after which an open drawer requests the stores again, while the page is visible (LIVE-03). */
const askAgainMs = 30_000;

/**
 * Stores the store of "Recoger aquí" for the checkout's delivery step. The chosen place stays. Without a chosen place,
 * the default place is stored.
 */
const keepStore = (store: string): void =>
  void useLocationStore.setState(({ location }) => ({ location: { ...(location ?? defaultLocation), store } }));

/** Every store that hands a product over, with its stock now, nearest first (LIVE-01 to LIVE-06). */
export default withQueries(function StoresDrawer({ product, inCart, open, onClose }: StoresDrawerProps) {
  const wanted = useWanted(open, inCart);
  const { quantity } = wanted;
  const place = useShopperPlace();
  const query = useQuery({
    queryKey: ['product-stores', product.sku, quantity, place],
    enabled: open && place !== null,
    staleTime: 0,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }) => {
      const answer = api(
        'getProductStores',
        { params: { sku: product.sku }, query: { ...place, quantity } },
        { signal },
      );
      return unwrap(await answer).data;
    },
  });
  const { add, isAdding } = useAddToCart();
  const [pressed, setPressed] = useState<StoreStock | null>(null);
  const keep = ({ storeCode, name }: StoreStock): void => {
    showToast(`Recogerás en ${name}`);
    onClose();
    // Runs last, because a shopper's first place makes the page render its cards again, together with this drawer.
    keepStore(storeCode);
  };
  useWhenPanelOpens(open, (isAdded) => (isAdded && pressed !== null ? keep(pressed) : onClose()));
  const choose = (store: StoreStock): void => {
    setPressed(store);
    if (inCart === undefined) add({ product, ...wanted });
    else keep(store);
  };
  const adding = isAdding(product.sku);
  return (
    <Drawer open={open} onClose={onClose} title={storesTexts.title}>
      <div className="grid gap-3.5">
        <Asked title={product.title} quantity={quantity} />
        {query.data !== undefined && (
          <Stores
            answer={query.data}
            actionOf={(store) => (
              <Button
                variant="tonal"
                size="sm"
                loading={adding && store.storeCode === pressed?.storeCode}
                blocked={adding}
                onClick={() => choose(store)}
              >
                {storesTexts.choose}
                <span className="sr-only">: {store.name}</span>
              </Button>
            )}
          />
        )}
        {query.isError && !query.isFetching && (
          <CallFailed
            error={query.error}
            title={`No pudimos ${query.data === undefined ? 'consultar' : 'actualizar'} las tiendas`}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data === undefined && !(query.isError && !query.isFetching) && <Loading />}
      </div>
    </Drawer>
  );
});

/** The quantity and warranty of the page's form, read whenever the drawer opens. */
function useWanted(open: boolean, inCart: number | undefined): { quantity: number; warranty: string | null } {
  const [form, setForm] = useState(readBuyForm);
  useEffect(() => {
    if (open) setForm(readBuyForm());
  }, [open]);
  return inCart === undefined ? form : { quantity: inCart, warranty: null };
}

/** Calls `then` when the panel opens over an open drawer, after a product was added or the add failed. */
function useWhenPanelOpens(open: boolean, then: (isAdded: boolean) => void): void {
  const onPanel = useEffectEvent(then);
  useEffect(() => {
    if (!open) return;
    return useAddPanel.subscribe(({ isOpen, panel }, before) => {
      if (isOpen && !before.isOpen) onPanel(panel?.added !== null);
    });
  }, [open]);
}

function Asked({ title, quantity }: { title: string; quantity: number }) {
  const location = useLocationStore((state) => state.location) ?? defaultLocation;
  return (
    <p className="text-sm text-ink-soft">
      <b className="block text-base font-semibold text-ink">{title}</b>
      {quantity === 1 ? '1 unidad' : `${quantity} unidades`}, cerca de {shownLocation(location)}
    </p>
  );
}

function Stores({
  answer: { asOf, notPickedUp, stores },
  actionOf,
}: {
  answer: ProductStores;
  actionOf: (store: StoreStock) => ReactNode;
}) {
  if (notPickedUp !== null || stores.length === 0) return <StoresNotice notPickedUp={notPickedUp} />;
  return (
    <>
      <Age asOf={asOf} />
      <ul className="panel grid divide-y divide-border p-0">
        {stores.map((store) => (
          <StockRow key={store.storeCode} store={store} asOf={asOf} action={actionOf(store)} />
        ))}
      </ul>
      <p className="text-sm text-ink-muted">{storesTexts.noReservation}</p>
    </>
  );
}

/** "Actualizado hace 3 s" (LIVE-03). Not announced: it changes every second. */
function Age({ asOf }: { asOf: string }) {
  const now = useNow() ?? Date.parse(asOf);
  const seconds = Math.max(0, Math.floor((now - Date.parse(asOf)) / 1_000));
  return <p className="text-xs text-ink-muted tabular-nums">Actualizado hace {seconds} s</p>;
}

/** Placeholder rows, as high as the rows of the answer. */
function Loading() {
  return (
    <div role="status" aria-label="Consultando las tiendas" className="panel grid divide-y divide-border p-0">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="grid gap-2.5 p-4">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-5/6" />
        </div>
      ))}
    </div>
  );
}
