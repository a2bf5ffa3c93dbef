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
import { parseJson } from '@ceiba/client/storage';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Money } from '@ceiba/contract/shapes';
import { type CheckoutSteps, restoreSteps, stepLabels } from '@ceiba/domain/checkout/steps';
import {
  type CheckoutData,
  type Contact,
  type DeliveryData,
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
