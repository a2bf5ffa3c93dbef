import type { CartItem } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Money } from '@ceiba/contract/shapes';
import { fullNameOf, type TrustedPerson } from '@ceiba/domain/addresses/trusted-person';
import { type CheckoutSteps, initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type { MapPoint } from '@ceiba/domain/locations/location';

/** The data of step 1 (INFO-01); `telephone` as typed, NNNN-NNNN. */
export interface Contact {
  email: string;
  firstname: string;
  lastname: string;
  telephone: string;
}

/** A person who may receive the order. The ID is valid as long as the list, because two tabs may change the list at the same time. */
export type Receiver = TrustedPerson & { id: string };

/** The data of step 2 as the shopper filled it in (DEL-05, `userData` of CHK-15). */
export interface DeliveryData {
  deliver: DeliveryType;
  /** ID of one of the customer's saved addresses. Empty while the shopper types another address, null while nothing is chosen (DEL-17). */
  savedAddressId: string | null;
  address: string;
  /** The alias under which the address is saved (DEL-10, DEC-90). */
  addressName: string;
  /** True if the address is to be saved for later purchases when the step is done (DEC-91). */
  saveAddress: boolean;
  /** Region ID as the select's value. Empty until one is chosen. */
  region: string;
  city: string;
  zone: string;
  isExtras: boolean;
  extras: string;
  /** The point confirmed on the map (MAP-03). */
  point: MapPoint | null;
  isOtherReceiver: boolean;
  /** ID of the person in `trustPeople` who receives the order. Null while no person is chosen. */
  trustedPerson: string | null;
}

/**
 * The checkout data that survive reloads (CHK-10, CHK-15). Some fields of CHK-15 are stored elsewhere: the stores that can serve the cart
 * come from the API (`usePickupStores`), `userRegion` and `userCity` from the chosen place (`location-store.ts`), coupon and points from
 * the cart, and `editingPersonIndex` from the drawer. Card and invoice data are never stored (DEC-10): they exist only as long as their
 * forms.
 */
export interface CheckoutData {
  /** The cart that these data belong to. With another cart the checkout starts again. */
  cartId: string | null;
  /** The cart's content when delivery was last checked (CHK-12), as returned by `contentsOf`. */
  cartContents: string | null;
  /** The cart whose checkout start was measured. The start is measured once per cart (ANA-05). */
  measuredCartId: string | null;
  steps: CheckoutSteps;
  contact: Contact | null;
  /** The contact as typed but not yet submitted. Null if nothing was typed since the last submit. */
  typedContact: Contact | null;
  userData: DeliveryData;
  /** The chosen store (DEL-25). */
  storeLocationSelected: PickupStore | null;
  trustPeople: Receiver[];
  /** Dates from the server for the accepted delivery (DEL-29). */
  deliveryTime: DeliveryTimeGroup[];
  /** The delivery fee (DEL-24). */
  tableRate: Money;
}

export const emptyDelivery: DeliveryData = {
  deliver: 'delivery',
  savedAddressId: null,
  address: '',
  addressName: '',
  saveAddress: false,
  region: '',
  city: '',
  zone: '',
  isExtras: false,
  extras: '',
  point: null,
  isOtherReceiver: false,
  trustedPerson: null,
};

const freeRate: Money = { value: 0, currency: 'GTQ' };

/** The data of a new checkout (CHK-03, CHK-11). */
export const initialCheckout: CheckoutData = {
  cartId: null,
  cartContents: null,
  measuredCartId: null,
  steps: initialSteps,
  contact: null,
  typedContact: null,
  userData: emptyDelivery,
  storeLocationSelected: null,
  trustPeople: [],
  deliveryTime: [],
  tableRate: freeRate,
};

/** The data when delivery starts again: its form and dates are cleared (CHK-12, DIF-08). */
export const withoutDelivery = (data: CheckoutData): CheckoutData => ({
  ...data,
  userData: emptyDelivery,
  storeLocationSelected: null,
  deliveryTime: [],
  tableRate: freeRate,
});

/** The chosen person of the list. Null if the buyer receives the order, or if no person is chosen yet. The buyer is not in the list (TRU-05). */
export const chosenReceiver = ({
  userData,
  trustPeople,
}: Pick<CheckoutData, 'userData' | 'trustPeople'>): TrustedPerson | null =>
  userData.isOtherReceiver ? (trustPeople.find(({ id }) => id === userData.trustedPerson) ?? null) : null;

/** The recipient (DEC-90): the chosen person, otherwise the buyer. Empty texts while neither is known. */
export function receiverOf(data: Pick<CheckoutData, 'userData' | 'trustPeople' | 'contact'>): {
  fullName: string;
  /** Formatted as typed: NNNN-NNNN. */
  phone: string;
} {
  const person = chosenReceiver(data);
  if (person !== null) return { fullName: fullNameOf(person), phone: person.phone };
  if (data.contact === null) return { fullName: '', phone: '' };
  const { firstname, lastname, telephone } = data.contact;
  return { fullName: `${firstname} ${lastname}`, phone: telephone };
}

/**
 * Products and units of a cart as one text, to detect any change. A swapped product changes delivery even if the number of units is the same. Lines
 * of one product are added up.
 */
export function contentsOf(items: readonly Pick<CartItem, 'sku' | 'quantity' | 'isDonation'>[]): string {
  const units = new Map<string, number>();
  for (const { sku, quantity, isDonation } of items) {
    if (!isDonation) units.set(sku, (units.get(sku) ?? 0) + quantity);
  }
  return JSON.stringify([...units].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The data for the current cart (CHK-12). If the cart is another one, the checkout starts again. If its products or units are others,
 * delivery starts again. Returns the same object if nothing changes.
 */
export function forCart(data: CheckoutData, cartId: string, cartContents: string): CheckoutData {
  if (data.cartId !== null && data.cartId !== cartId) {
    return { ...initialCheckout, contact: data.contact, typedContact: data.typedContact, cartId, cartContents };
  }
  if (data.cartContents === null) return { ...data, cartId, cartContents };
  if (data.cartContents === cartContents) return data;
  const steps = reduceSteps(data.steps, { type: 'cartQuantityChanged' });
  const isReset = steps !== data.steps;
  return { ...(isReset ? withoutDelivery(data) : data), steps, cartContents };
}

/** A delivery that was cleared (CHK-12): the cause, and the earlier choice, which can be restored with one press. */
export interface ClearedDelivery extends Pick<CheckoutData, 'userData' | 'storeLocationSelected'> {
  cause: 'reload' | 'cart';
}

/** The delivery choice that a change has cleared. Null if nothing was chosen. */
export function clearedDelivery(
  before: CheckoutData | null,
  after: CheckoutData,
  cause: ClearedDelivery['cause'],
): ClearedDelivery | null {
  if (before === null || after.steps.currentStep !== 1 || isDeliveryBegun(after)) return null;
  const { userData, storeLocationSelected } = before;
  return isDeliveryBegun(before) ? { cause, userData, storeLocationSelected } : null;
}

const isDeliveryBegun = ({ steps, userData, storeLocationSelected }: CheckoutData): boolean =>
  steps.currentStep === 2 ||
  storeLocationSelected !== null ||
  JSON.stringify(userData) !== JSON.stringify(emptyDelivery);
