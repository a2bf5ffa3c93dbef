import {
  isFlag,
  isInteger,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isShape,
  isText,
  isTyped,
} from '@ceiba/client/guards';
import { followOtherTabs, localText, parseJson } from '@ceiba/client/storage';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Money } from '@ceiba/contract/shapes';
import {
  type CheckoutSteps,
  reduceSteps,
  restoreSteps,
  type StepAction,
  stepLabels,
} from '@ceiba/domain/checkout/steps';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onCartMoved, onSessionEnd } from '../auth/session-events.ts';
import { wasOwnLoad } from '../platform/new-build.ts';
import { isReload } from '../platform/page-load.ts';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';
import {
  type CheckoutData,
  type Contact,
  type DeliveryData,
  forCart,
  initialCheckout,
  type Receiver,
  receiverOf,
  type TakenDelivery,
  takenDelivery,
  withoutDelivery,
} from './checkout-data.ts';

const timeFields = {
  shopId: isNullOr(isInteger),
  deliveryDate: isNullOr(isText),
  foundInStore: isNullOr(isFlag),
  message: isText,
  pickupDate: isNullOr(isText),
  pickupTime: isNullOr(isText),
};

const isContact = isShape<Contact>({ email: isTyped, firstname: isTyped, lastname: isTyped, telephone: isTyped });

/** What an earlier page wrote; anything else in that place is ignored. Steps have their own reader. */
const isStoredCheckout = isShape<Omit<CheckoutData, 'steps'>>({
  cartId: isNullOr(isText),
  cartContents: isNullOr(isContents),
  measuredCartId: isNullOr(isText),
  contact: isNullOr(isContact),
  typedContact: isNullOr(isContact),
  userData: isShape<DeliveryData>({
    deliver: isOneOf('delivery', 'storepickup'),
    savedAddressId: isNullOr(isTyped),
    address: isTyped,
    addressName: isTyped,
    saveAddress: isFlag,
    region: isTyped,
    city: isTyped,
    zone: isTyped,
    isExtras: isFlag,
    extras: isTyped,
    point: isNullOr(isShape({ latitude: isNumber, longitude: isNumber })),
    isOtherReceiver: isFlag,
    trustedPerson: isNullOr(isTyped),
  }),
  storeLocationSelected: isNullOr(
    isShape<PickupStore>({
      storeCode: isTyped,
      name: isTyped,
      street: isTyped,
      city: isTyped,
      regionId: isInteger,
      zone: isTyped,
      latitude: isNumber,
      longitude: isNumber,
      ...timeFields,
    }),
  ),
  trustPeople: isListOf(
    isShape<Receiver>({ id: isTyped, name: isTyped, lastName: isTyped, phone: isTyped, dpi: isNullOr(isTyped) }),
    10,
  ),
  deliveryTime: isListOf(isShape<DeliveryTimeGroup>({ sellerId: isInteger, skus: isListOf(isText), ...timeFields })),
  tableRate: isShape<Money>({ value: isNumber, currency: isOneOf('GTQ') }),
});

/** A text of `contentsOf`, of a cart as large as may be. */
function isContents(value: unknown): value is string {
  return isText(value) && value.length <= 20_000;
}

/**
 * The text of a checkout, its fields named as CHK-15 names them. Who receives is written in words for whoever reads it
 * (DEC-90) and read from the list again; the `dpi` of a trusted person is for saved addresses only and stays out of
 * browser storage.
 */
export const storedText = (data: CheckoutData): string => {
  const {
    cartId,
    cartContents,
    measuredCartId,
    contact,
    typedContact,
    storeLocationSelected,
    deliveryTime,
    tableRate,
  } = data;
  const trustPeople = data.trustPeople.map((person) => ({ ...person, dpi: null }));
  const steps = { ...data.steps, stepCount: stepLabels.length };
  const place = { userData: { ...data.userData, ...receiverOf(data) }, storeLocationSelected, trustPeople };
  const cart = { cartId, cartContents, measuredCartId };
  return JSON.stringify({ ...cart, ...steps, contact, typedContact, ...place, deliveryTime, tableRate });
};

/** Steps as they stand, in another tab or in what a load starts from. */
const isSteps = isShape<CheckoutSteps>({
  currentStep: isOneOf(0, 1, 2),
  stepStates: (value): value is CheckoutSteps['stepStates'] => isListOf(isStepState, 3)(value) && value.length === 3,
  isDeliveryConfirmed: isFlag,
});

const isStepState = isOneOf('default', 'editing', 'completed', 'disabled');

/** What another tab wrote while this one is open, as it stands; null when it is nothing of ours. */
export function sharedCheckout(stored: unknown): CheckoutData | null {
  const value = parseJson(stored);
  // A text of before `cartContents` has none: delivery is looked at anew. One of before `typedContact` has none either.
  const whole =
    typeof value === 'object' && value !== null ? { cartContents: null, typedContact: null, ...value } : null;
  if (!isStoredCheckout(whole) || !isSteps(whole)) return null;
  const { currentStep, stepStates, isDeliveryConfirmed, cartId, cartContents, measuredCartId } = whole;
  const { contact, typedContact, storeLocationSelected, trustPeople, deliveryTime, tableRate } = whole;
  const { deliver, savedAddressId, address, addressName, saveAddress, region, city, zone, isExtras, extras, point } =
    whole.userData;
  const { isOtherReceiver, trustedPerson } = whole.userData;
  const place = { deliver, savedAddressId, address, addressName, saveAddress, region, city, zone };
  return {
    cartId,
    cartContents,
    measuredCartId,
    steps: { currentStep, stepStates, isDeliveryConfirmed },
    contact,
    typedContact,
    // In the order of `emptyDelivery`: a tab that reads what another wrote has nothing to write.
    userData: { ...place, isExtras, extras, point, isOtherReceiver, trustedPerson },
    storeLocationSelected,
    trustPeople,
    deliveryTime,
    tableRate,
  };
}

/**
 * The data after a load (CHK-10): a reload on the payment step starts delivery anew (CHK-12, DIF-08), a tab that opens
 * does not; a step without the data it rests on cannot stay completed.
 */
export function restoredCheckout(stored: unknown, isReloaded: boolean): CheckoutData {
  const data = sharedCheckout(stored);
  if (data === null) return initialCheckout;
  const { steps, isDeliveryReset } = restoreSteps(data.steps, isReloaded);
  if (data.contact === null && steps.currentStep > 0) {
    return { ...initialCheckout, cartId: data.cartId, typedContact: data.typedContact };
  }
  return isDeliveryReset ? withoutDelivery({ ...data, steps }) : { ...data, steps };
}

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
