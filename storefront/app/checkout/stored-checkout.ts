import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Money } from '@ceiba/contract/shapes';
import { type CheckoutSteps, restoreSteps } from '@ceiba/domain/checkout/steps';
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
} from '../platform/guards.ts';
import { parseJson } from '../platform/storage.ts';
import {
  type CheckoutData,
  type Contact,
  type DeliveryData,
  initialCheckout,
  type Receiver,
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
    address: isTyped,
    region: isTyped,
    city: isTyped,
    zone: isTyped,
    isExtras: isFlag,
    extras: isTyped,
    point: isNullOr(isShape({ latitude: isNumber, longitude: isNumber })),
    isOtherReceiver: isFlag,
    receiverId: isNullOr(isTyped),
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
  }),
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

/** A text of before `cartContents` has none: delivery is looked at anew. One of before `typedContact` has none either. */
function parsed(stored: unknown): unknown {
  const value = parseJson(stored);
  return typeof value === 'object' && value !== null ? { cartContents: null, typedContact: null, ...value } : value;
}

/** The `dpi` of a trusted person is for saved addresses only and stays out of browser storage. */
export const storedText = (data: CheckoutData): string => {
  const { cartId, cartContents, measuredCartId, steps, contact, typedContact, userData, deliveryTime, tableRate } =
    data;
  const trustPeople = data.trustPeople.map((person) => ({ ...person, dpi: null }));
  const place = { userData, trustPeople, deliveryTime, tableRate };
  return JSON.stringify({ cartId, cartContents, measuredCartId, steps, contact, typedContact, ...place });
};

/** Steps as they stand, in another tab or in what a load starts from. */
const isSteps = isShape<CheckoutSteps>({
  currentStep: isOneOf(0, 1, 2),
  stepStates: (value): value is CheckoutSteps['stepStates'] => isListOf(isStepState, 3)(value) && value.length === 3,
  isDeliveryConfirmed: isFlag,
});

const isStepState = isOneOf('default', 'editing', 'completed', 'disabled');

/**
 * The data after a load (CHK-10): a reload on the payment step starts delivery anew (CHK-12, DIF-08), and a step
 * without the data it rests on cannot stay completed.
 */
export function restoredCheckout(stored: unknown): CheckoutData {
  const value = parsed(stored);
  if (!isStoredCheckout(value) || !('steps' in value)) return initialCheckout;
  const { steps, isDeliveryReset } = restoreSteps(value.steps);
  const data: CheckoutData = { ...value, steps };
  if (data.contact === null && steps.currentStep > 0) {
    return { ...initialCheckout, cartId: data.cartId, typedContact: data.typedContact };
  }
  return isDeliveryReset ? withoutDelivery(data) : data;
}

/** What another tab wrote while this one is open, as it stands; null when it is nothing of ours. */
export function sharedCheckout(stored: unknown): CheckoutData | null {
  const value = parsed(stored);
  return isStoredCheckout(value) && 'steps' in value && isSteps(value.steps) ? { ...value, steps: value.steps } : null;
}
