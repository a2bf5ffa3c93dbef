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
import { wasReloadedForBuild } from '../platform/new-build.ts';
import { isReload } from '../platform/page-load.ts';
import { checkoutStorageKeys } from '../platform/storage-keys.ts';
import {
  type CheckoutData,
  type ClearedDelivery,
  type Contact,
  clearedDelivery,
  type DeliveryData,
  forCart,
  initialCheckout,
  type Receiver,
  receiverOf,
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

/** Returns the checkout that an earlier page stored. Ignores other values. The steps have their own parser. */
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

/** The longest text of `contentsOf`, for the largest possible cart. */
function isContents(value: unknown): value is string {
  return isText(value) && value.length <= 20_000;
}

/**
 * The stored text of a checkout, with the field names of CHK-15. The recipient is also written in words for other readers (DEC-90); this
 * page reads the recipient from the list. The `dpi` of a trusted person is for saved addresses only and is not stored.
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

/** Parses valid steps, as another tab wrote them or as a page load finds them. */
const isSteps = isShape<CheckoutSteps>({
  currentStep: isOneOf(0, 1, 2),
  stepStates: (value): value is CheckoutSteps['stepStates'] => isListOf(isStepState, 3)(value) && value.length === 3,
  isDeliveryConfirmed: isFlag,
});

const isStepState = isOneOf('default', 'editing', 'completed', 'disabled');

/** The checkout that another tab wrote while this one is open, unchanged. Null if the text is not a checkout. */
export function sharedCheckout(stored: unknown): CheckoutData | null {
  const value = parseJson(stored);
  // A text older than `cartContents` lacks this field, so delivery is checked again. A text older than `typedContact` lacks that field,
  // too.
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
    // The fields have the order of `emptyDelivery`. So a tab that reads another tab's text has nothing to write.
    userData: { ...place, isExtras, extras, point, isOtherReceiver, trustedPerson },
    storeLocationSelected,
    trustPeople,
    deliveryTime,
    tableRate,
  };
}

/**
 * Returns the data after a page load (CHK-10). A reload on the payment step starts delivery again (CHK-12, DIF-08); a newly opened tab does
 * not. A step that lacks its data cannot stay completed.
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

/** Local storage has two checkouts (DEC-184): the checkout of the browser's own cart, and the checkout of a payment link. */

type CheckoutKind = keyof typeof checkoutStorageKeys;

let kind: CheckoutKind = 'own';

/** True while the store switches to the other kind of checkout. The store must then be emptied. */
let isSwitching = false;

/**
 * `isRestored`: browser storage has been read; no decision may be made before. `taken`: the delivery that a reload or another cart has
 * cleared (CHK-12). It can be restored until the shopper chooses again.
 */
type CheckoutState = CheckoutData & { isRestored: boolean; taken: ClearedDelivery | null };

/**
 * The checkout of this browser. A page load restores the stored checkout. If the shop itself reloads the page, the checkout is restored
 * unchanged (CHK-12 is about the shopper's reloads). This tab takes over the change of another tab, because both tabs change the same cart.
 * Otherwise this tab could show one address and pay for another.
 */
export const useCheckout = create<CheckoutState>()(
  persist((): CheckoutState => ({ ...initialCheckout, isRestored: false, taken: null }), {
    name: checkoutStorageKeys.own,
    storage: localText(),
    partialize: storedText,
    merge: (stored, state) =>
      isSwitching
        ? { ...state, ...(sharedCheckout(stored) ?? initialCheckout), taken: null }
        : state.isRestored || wasReloadedForBuild()
          ? { ...ofOtherTab(state, sharedCheckout(stored)), isRestored: true }
          : { ...afterLoad(stored), isRestored: true },
    skipHydration: true,
  }),
);

/** Another tab may have noticed first that the cart has changed. */
const ofOtherTab = (state: CheckoutState, shared: CheckoutData | null): CheckoutState =>
  shared === null || shared.cartContents === state.cartContents
    ? { ...state, ...shared }
    : withTaken(state, shared, 'cart');

function afterLoad(stored: unknown): CheckoutData & Pick<CheckoutState, 'taken'> {
  const restored = restoredCheckout(stored, isReload());
  return { ...restored, taken: clearedDelivery(sharedCheckout(stored), restored, 'reload') };
}

const withTaken = (state: CheckoutState, next: CheckoutData, cause: ClearedDelivery['cause']): CheckoutState => ({
  ...state,
  ...next,
  taken: clearedDelivery(state, next, cause) ?? state.taken,
});

/** Reads the stored checkout and stores every change from then on. Runs once per page load, and when the kind changes. */
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
  // Moves the typed data to the customer's cart after a guest's cart has become the customer's.
  onCartMoved((from, to) => {
    const { cartId, measuredCartId } = useCheckout.getState();
    // The start was measured with the guest's cart. The checkout is still the same (DEC-160).
    if (cartId === from) updateCheckout({ cartId: to, measuredCartId: measuredCartId === from ? to : measuredCartId });
  });
  // Stores the effect of a reload immediately. A newly opened tab does not change the step that the first tab shows.
  if (isReload()) useCheckout.setState({});
}

export function updateCheckout(change: Partial<CheckoutData>): void {
  useCheckout.setState(change);
}

/** Compares the checkout with the current cart: another cart or content clears the data that depended on it (CHK-12). */
export function takeCart(cartId: string, cartContents: string): void {
  useCheckout.setState((state) => withTaken(state, forCart(state, cartId, cartContents), 'cart'));
}

/** Restores the delivery choice that was cleared. */
export function restoreDelivery({ userData, storeLocationSelected }: ClearedDelivery): void {
  updateCheckout({ userData, storeLocationSelected });
}

export function dispatchStep(action: StepAction): void {
  useCheckout.setState(({ steps }) => ({ steps: reduceSteps(steps, action) }));
}

export function updateDelivery(change: Partial<DeliveryData>): void {
  useCheckout.setState(({ userData }) => ({ userData: { ...userData, ...change } }));
}

/** Forgets all data of the checkout (CHK-11). */
export function resetCheckout(): void {
  useCheckout.setState({ ...initialCheckout, taken: null });
}
