import type { Cart, CartItem } from '@ceiba/contract/carts';
import { productCount } from '@ceiba/domain/carts/cost-lines';
import { emptyCartTexts, hasLineToDeliver, hasLineToRemove, removalTexts } from '@ceiba/domain/carts/line-removal';
import { ButtonLink } from '@ceiba/ui/button';
import { cx } from '@ceiba/ui/class-names';
import { EmptyState } from '@ceiba/ui/empty-state';
import { LoadFailure } from '@ceiba/ui/load-failure';
import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { hideAlert, showAlert } from '../alerts/notices.ts';
import { useSession } from '../auth/session-store.ts';
import { AfterRemoval } from '../carts/after-removal.tsx';
import { cartLines, cartTotals } from '../carts/cart-lines.ts';
import { CartSkeleton } from '../carts/cart-skeleton.tsx';
import { CartSummary, PayBar } from '../carts/cart-summary.tsx';
import { FreeDeliveryBar } from '../carts/free-delivery-bar.tsx';
import { SecondOrder, useSetAside } from '../carts/second-order.tsx';
import { SellerGroups } from '../carts/seller-groups.tsx';
import { UndoRemoval } from '../carts/undo-removal.tsx';
import { useCart } from '../carts/use-cart.ts';
import { useChangeLine } from '../carts/use-change-line.ts';
import { useFreshCart } from '../carts/use-fresh-cart.ts';
import { CartAvailability } from '../catalog/cart-availability.tsx';
import { useCouponAfterReload } from '../coupons/leaving-coupon.ts';
import { useLineDates } from '../delivery/line-dates.ts';
import { DonationCard, DonationRow } from '../donations/donation-card.tsx';
import { useLocationStore } from '../locations/location-store.ts';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { PageHandle } from '../platform/prefetch.ts';
import { cartStorageKey } from '../platform/storage-keys.ts';
import { StorageNotice } from '../platform/storage-notice.tsx';
import { useSettled } from '../platform/use-settled.ts';
import { PointsBanner } from '../points/points-banner.tsx';
import { personalMeta } from '../policies/personal-meta.ts';
import { RestockButton } from '../restock/restock-button.tsx';
import { RestockByEmail } from '../restock/restock-by-email.tsx';
import { ScriptNeeded } from '../shell/script-needed.tsx';
import { useSaveForLater } from '../wishlists/use-save-for-later.ts';
import { useWishlists } from '../wishlists/wishlists-data.ts';

export { shellHeaders as headers } from '../platform/page-headers.ts';

export const handle: PageHandle = { prefetchedCalls: ['getCart', 'listWishlists'] };

export const meta = personalMeta('Carrito');

/** The suggestions are at the end of the page. Without them the page still works. */
const CartSuggestions = lazyPart(() => import('../recommendations/cart-suggestions.tsx'), { fallback: null });
const PresaleNotes = lazyPart(async () => ({
  default: (await import('../delivery/exclusive-items-part.tsx')).PresaleNotes,
}));
const StuckCart = lazyPart(() => import('../delivery/stuck-cart.tsx'));
const CartTalk = lazyPart(() => import('../cart-codes/cart-talk.tsx'), { fallback: null });
const CartWishlists = lazyPart(() => import('../wishlists/cart-wishlists.tsx'));

export default function CartPage() {
  const { cart: known, isLoading: isAwaited, isFailed, reload } = useCart();
  const living = useFreshCart(known);
  // A known cart is rendered in slices, between which the browser handles input (record 0036). Later changes are not deferred.
  const cart = useDeferredValue(living !== null) ? living : null;
  const isLoading = isAwaited || cart !== living;
  const { wishlists, isSettled } = useSavedForLater(!isLoading);
  const isEmpty = !isLoading && (cart === null || cart.items.length === 0);
  // The height of the window from the first paint, so that late parts do not move a visible footer.
  return (
    <main id="contenido" className="min-h-screen pb-10">
      <div className="wrap @container">
        <div className="flex flex-wrap items-center justify-between gap-2 pt-5 pb-3 lg:pt-8 lg:pb-5">
          <h1 id="titulo-carrito" tabIndex={-1} className="text-3xl leading-tight outline-none lg:text-4xl">
            Carrito
          </h1>
          {cart !== null && !isEmpty && <p className="text-ink-soft">{productCount(cart.totalQuantity)}</p>}
        </div>
        <UndoRemoval />
        <AfterRemoval notify={(item) => <Notify item={item} />} />
        {!isLoading && (
          <div className="mb-4 empty:hidden">
            <StorageNotice storageKey={cartStorageKey} what="cart" />
          </div>
        )}
        {isLoading && <ScriptNeeded title="Tu carrito necesita JavaScript" />}
        {isLoading && <CartSkeleton />}
        {isFailed && <CartUnavailable onRetry={reload} />}
        {!isFailed && isEmpty && <EmptyCart />}
        {!isFailed && isEmpty && <div className="mt-4 empty:hidden lg:mt-6">{wishlists}</div>}
        {cart !== null && !isEmpty && <FilledCart cart={cart} wishlists={wishlists} />}
        {!isFailed && !isLoading && (
          <div className="mt-4 empty:hidden lg:mt-6">
            <SecondOrder />
          </div>
        )}
        {!isFailed && isSettled && <CartSuggestions cart={cart} />}
      </div>
      {!isFailed &&
        !isEmpty &&
        (cart === null ? <PayBar cart={null} isLoading={isLoading} /> : <PayBarOf cart={cart} />)}
    </main>
  );
}

/**
 * A customer's saved products. `isSettled`: these products and the cart (`isCartShown`) have loaded, so that they cannot move the suggestions below.
 */
function useSavedForLater(isCartShown: boolean): { wishlists: ReactNode; isSettled: boolean } {
  const session = useSession();
  const lists = useWishlists();
  const [isShown, setShown] = useState(false);
  const onShown = useCallback(() => setShown(true), []);
  const isKept = lists.wishlists?.some(({ items }) => items.length > 0) ?? false;
  const isKnown = session === null || lists.isFailed || lists.wishlists !== null;
  const isSettled = useSettled(isCartShown && isKnown && (isShown || !isKept));
  const wishlists =
    isKept || isShown ? (
      <Suspense>
        <CartWishlists onShown={onShown} />
      </Suspense>
    ) : null;
  return { wishlists, isSettled };
}

/** A restock mail: to the signed-in customer, otherwise to an address that is asked for. */
function Notify({ item }: { item: CartItem }) {
  return useSession() ? <RestockButton product={item} /> : <RestockByEmail sku={item.sku} />;
}

function FilledCart({ cart, wishlists }: { cart: Cart; wishlists: ReactNode }) {
  const changes = useChangeLine();
  const later = useSaveForLater();
  const { dateOf, isSent, waits, stuck } = useLineDates(cart);
  const { setAside } = useSetAside();
  const totals = cartTotals(cart);
  const chosenRegionId = useLocationStore(({ location }) => location?.userRegion);
  // The address that the cart got in another browser. Used if this browser has no place.
  const home = cart.shippingAddresses?.find(({ storeCode }) => storeCode === null);
  const regionId = chosenRegionId ?? home?.region.regionId ?? null;
  const lines = cartLines(cart);
  // Free delivery is not promised for products that cannot be bought or delivered.
  const hasBar = isSent && hasLineToDeliver(lines);
  useRemovalAlert(hasLineToRemove(lines));
  useCouponAfterReload(cart);
  return (
    <div
      className={cx(
        // Lines and summary are side by side only if both fit, whatever the text size.
        'grid grid-cols-[minmax(0,1fr)] gap-4 lg:items-start lg:gap-6 lg:@min-[46rem]:grid-cols-[minmax(0,1fr)_352px] xl:gap-8 xl:@min-[46rem]:grid-cols-[minmax(0,1fr)_392px]',
        // Saved products follow the summary on a phone. On a desktop they stand under the lines, beside the summary.
        wishlists !== null && 'lg:grid-rows-[auto_1fr]',
      )}
    >
      <div className="grid gap-4">
        {hasBar && <FreeDeliveryBar deliveryBase={totals.deliveryBase} regionId={regionId} className="lg:hidden" />}
        {stuck !== null && (
          <Suspense>
            <StuckCart stuck={stuck} />
          </Suspense>
        )}
        <SellerGroups
          cart={cart}
          changes={changes}
          later={later}
          dateOf={dateOf}
          onSetAside={({ item }) =>
            stuck?.lines.some((line) => line.item.cartItemId === item.cartItemId) ? () => setAside([item]) : null
          }
        />
        {waits.length > 0 && (
          <Suspense>
            <PresaleNotes waits={waits} focusId="titulo-carrito" />
          </Suspense>
        )}
        <CartAvailability cart={cart} />
      </div>
      <aside
        aria-label="Resumen"
        className={cx('grid gap-4 lg:sticky lg:top-4', wishlists !== null && 'lg:row-span-2')}
      >
        {hasBar && <FreeDeliveryBar deliveryBase={totals.deliveryBase} regionId={regionId} className="max-lg:hidden" />}
        <CartSummary cart={cart} isStuck={stuck !== null}>
          <DonationRow cart={cart} />
        </CartSummary>
        <PointsBanner cart={cart} />
        <DonationCard cart={cart} />
        <CartTalk cartId={cart.id} />
      </aside>
      {wishlists}
    </div>
  );
}

function PayBarOf({ cart }: { cart: Cart }) {
  return <PayBar cart={cart} isLoading={false} isStuck={useLineDates(cart).stuck !== null} />;
}

/** Shows the alert (CART-17). The alert disappears after its time; the banner of each line stays. */
function useRemovalAlert(mustRemove: boolean): void {
  useEffect(() => {
    if (!mustRemove) return;
    showAlert({
      id: 'invalid-cart-alerts',
      type: 'Warning',
      title: removalTexts.title,
      message: removalTexts.message,
    });
    return () => hideAlert('invalid-cart-alerts');
  }, [mustRemove]);
}

/** The cart page without products (DEC-31). */
function EmptyCart() {
  return (
    <div className="panel">
      <EmptyState
        title={emptyCartTexts.title}
        text="Explora las ofertas y guarda aquí lo que te guste."
        art="/art/carrito-vacio.svg"
        action={<ButtonLink to="/">{emptyCartTexts.link}</ButtonLink>}
      />
    </div>
  );
}

function CartUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="panel">
      <LoadFailure
        title="No pudimos cargar tu carrito"
        text="Tus productos están a salvo. Vuelve a intentarlo en un momento."
        onRetry={onRetry}
      />
    </div>
  );
}
