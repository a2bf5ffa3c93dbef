import { followOtherTabs, localText } from '@ceiba/client/storage';
import { reduceSteps, type StepAction } from '@ceiba/domain/checkout/steps';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onCartMoved, onSessionEnd } from '../auth/session-events.ts';
import { checkoutStorageKeys } from '../platform/checkout-storage.ts';
import { wasOwnLoad } from '../platform/new-build.ts';
import { isReload } from '../platform/page-load.ts';
import {
  type CheckoutData,
  type DeliveryData,
  forCart,
  initialCheckout,
  type TakenDelivery,
  takenDelivery,
} from './checkout-data.ts';
import { restoredCheckout, sharedCheckout, storedText } from './stored-checkout.ts';

/** Local storage (DEC-184): the checkout of the browser's own cart, and that of a payment link. */

type CheckoutKind = keyof typeof checkoutStorageKeys;

let kind: CheckoutKind = 'own';

/** The store is about to become the other kind's: nothing of the one before stays in it. */
let isSwitching = false;

/**
 * `isRestored`: browser storage has been read; before that nothing may be decided. `taken`: the delivery that a reload or
 * another cart took back (CHK-12) and the shopper has not chosen again yet.
 */
type CheckoutState = CheckoutData & { isRestored: boolean; taken: TakenDelivery | null };

/**
 * The checkout of this browser. A load restores what was kept, one of the shop's own as it stood (CHK-12 is about the shopper's); a change of another tab is taken over as it stands, since
 * both change the same cart: otherwise this one would show one address and pay for another.
 */
export const useCheckout = create<CheckoutState>()(
  persist((): CheckoutState => ({ ...initialCheckout, isRestored: false, taken: null }), {
    name: checkoutStorageKeys.own,
    storage: localText(),
    partialize: storedText,
    merge: (kept, state) =>
      isSwitching
        ? { ...state, ...(sharedCheckout(kept) ?? initialCheckout), taken: null }
        : state.isRestored || wasOwnLoad()
          ? { ...ofOtherTab(state, sharedCheckout(kept)), isRestored: true }
          : { ...afterLoad(kept), isRestored: true },
    skipHydration: true,
  }),
);

/** Another tab may have seen first that the cart is another one. */
const ofOtherTab = (state: CheckoutState, shared: CheckoutData | null): CheckoutState =>
  shared === null || shared.cartContents === state.cartContents
    ? { ...state, ...shared }
    : withTaken(state, shared, 'cart');

function afterLoad(kept: unknown): CheckoutData & Pick<CheckoutState, 'taken'> {
  const restored = restoredCheckout(kept, isReload());
  return { ...restored, taken: takenDelivery(sharedCheckout(kept), restored, 'reload') };
}

const withTaken = (state: CheckoutState, next: CheckoutData, cause: TakenDelivery['cause']): CheckoutState => ({
  ...state,
  ...next,
  taken: takenDelivery(state, next, cause) ?? state.taken,
});

/** Reads the stored checkout and keeps it from then on; once per page load, and when the other kind's is shown. */
export function connectCheckout(wanted: CheckoutKind = 'own'): void {
  const isConnected = useCheckout.getState().isRestored;
  if (isConnected && kind === wanted) return;
  kind = wanted;
  useCheckout.persist.setOptions({ name: checkoutStorageKeys[wanted] });
  if (isConnected) {
    isSwitching = true;
    void useCheckout.persist.rehydrate();
    isSwitching = false;
    return;
  }
  void useCheckout.persist.rehydrate();
  for (const key of Object.values(checkoutStorageKeys)) followOtherTabs(key, useCheckout);
  // A link's checkout belongs to no session.
  onSessionEnd(() => kind === 'own' && resetCheckout());
  // Brought to the customer's cart, what was typed for the guest's goes on there.
  onCartMoved((from, to) => {
    const { cartId, measuredCartId } = useCheckout.getState();
    // Its start was measured as the guest's: it is the same checkout (DEC-160).
    if (cartId === from) updateCheckout({ cartId: to, measuredCartId: measuredCartId === from ? to : measuredCartId });
  });
  // What a reload resets is reset for good; a second tab that opens leaves the first one's step as it is.
  if (isReload()) useCheckout.setState({});
}

export function updateCheckout(change: Partial<CheckoutData>): void {
  useCheckout.setState(change);
}

/** The cart as it is now: another one, or another content, takes back what rested on it (CHK-12). */
export function takeCart(cartId: string, cartContents: string): void {
  useCheckout.setState((state) => withTaken(state, forCart(state, cartId, cartContents), 'cart'));
}

/** What was taken back stands again as it was chosen. */
export function takeDeliveryAgain({ userData, storeLocationSelected }: TakenDelivery): void {
  updateCheckout({ userData, storeLocationSelected });
}

export function dispatchStep(action: StepAction): void {
  useCheckout.setState(({ steps }) => ({ steps: reduceSteps(steps, action) }));
}

export function updateDelivery(change: Partial<DeliveryData>): void {
  useCheckout.setState(({ userData }) => ({ userData: { ...userData, ...change } }));
}

/** CHK-11: everything of the checkout is forgotten. */
export function resetCheckout(): void {
  useCheckout.setState({ ...initialCheckout, taken: null });
}
