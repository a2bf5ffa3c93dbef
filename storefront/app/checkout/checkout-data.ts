import type { CartItem } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Money } from '@ceiba/contract/shapes';
import { fullNameOf, type TrustedPerson } from '@ceiba/domain/addresses/trusted-person';
import { type CheckoutSteps, initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import type { DeliveryType } from '@ceiba/domain/delivery/delivery-fee';
import type { MapPoint } from '@ceiba/domain/locations/location';

/** Step 1 (INFO-01); `telephone` as typed, NNNN-NNNN. */
export interface Contact {
  email: string;
  firstname: string;
  lastname: string;
  telephone: string;
}

/** Who may receive, with a name of its own for as long as the list lives: two tabs may change the list at once. */
export type Receiver = TrustedPerson & { id: string };

/** Step 2 as the shopper filled it (DEL-05, `userData` of CHK-15). */
export interface DeliveryData {
  deliver: DeliveryType;
  /** Of the customer's saved addresses; empty while another one is typed, null while nothing was chosen (DEL-17). */
  savedAddressId: string | null;
  address: string;
  /** Alias under which a customer saves it (DEL-10, DEC-90). */
  addressName: string;
  /** Saved for later purchases when the step is done (DEC-91). */
  saveAddress: boolean;
  /** Region id as the select holds it; empty until one is chosen. */
  region: string;
  city: string;
  zone: string;
  isExtras: boolean;
  extras: string;
  /** Confirmed on the map (MAP-03). */
  point: MapPoint | null;
  isOtherReceiver: boolean;
  /** Id of whom of `trustPeople` receives, null while nobody is chosen. */
  trustedPerson: string | null;
}

/**
 * What is kept between pages and reloads (CHK-10, CHK-15). Of the state CHK-15 lists, what others know is asked of them
 * and not written twice: the stores that can serve the cart of the API (`usePickupStores`), `userRegion` and `userCity` of
 * the chosen place (`location-store.ts`), coupon and points of the cart; `editingPersonIndex` is the drawer's. Cards and
 * invoices are never in here (DEC-10): they live as long as the forms that ask for them.
 */
export interface CheckoutData {
  /** The data belongs to this cart; another cart starts anew. */
  cartId: string | null;
  /** What was in the cart when delivery was last looked at (CHK-12), as `contentsOf` tells it. */
  cartContents: string | null;
  /** The cart whose start was measured: once per cart (ANA-05). */
  measuredCartId: string | null;
  steps: CheckoutSteps;
  contact: Contact | null;
  /** Step 1 as far as it was typed without being sent; null when nothing was typed since. */
  typedContact: Contact | null;
  userData: DeliveryData;
  /** DEL-25. */
  storeLocationSelected: PickupStore | null;
  trustPeople: Receiver[];
  /** Dates the server gave for the accepted delivery (DEL-29). */
  deliveryTime: DeliveryTimeGroup[];
  /** DEL-24. */
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

/** CHK-03, CHK-11. */
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

/** What is left of the data when delivery starts anew: its form and dates are cleared (CHK-12, DIF-08). */
export const withoutDelivery = (data: CheckoutData): CheckoutData => ({
  ...data,
  userData: emptyDelivery,
  storeLocationSelected: null,
  deliveryTime: [],
  tableRate: freeRate,
});

/** Who of the list receives, null while "Otra persona recibe" has nobody yet; the buyer is nobody's entry (TRU-05). */
export const chosenReceiver = ({
  userData,
  trustPeople,
}: Pick<CheckoutData, 'userData' | 'trustPeople'>): TrustedPerson | null =>
  userData.isOtherReceiver ? (trustPeople.find(({ id }) => id === userData.trustedPerson) ?? null) : null;

/** Who receives (DEC-90): the chosen person, else the buyer; empty texts while neither is known. */
export function receiverOf(data: Pick<CheckoutData, 'userData' | 'trustPeople' | 'contact'>): {
  fullName: string;
  /** As it was typed, NNNN-NNNN. */
  phone: string;
} {
  const person = chosenReceiver(data);
  if (person !== null) return { fullName: fullNameOf(person), phone: person.phone };
  if (data.contact === null) return { fullName: '', phone: '' };
  const { firstname, lastname, telephone } = data.contact;
  return { fullName: `${firstname} ${lastname}`, phone: telephone };
}

/**
 * Products and units of a cart, in one text that differs when either does: one product taken for another is delivered
 * otherwise, though the number of units is the same. Lines of one product count together.
 */
export function contentsOf(items: readonly Pick<CartItem, 'sku' | 'quantity' | 'isDonation'>[]): string {
  const units = new Map<string, number>();
  for (const { sku, quantity, isDonation } of items) {
    if (!isDonation) units.set(sku, (units.get(sku) ?? 0) + quantity);
  }
  return JSON.stringify([...units].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The data for the cart at hand (CHK-12): another cart starts anew, other products or units start delivery anew. The
 * same object when nothing changes.
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

/** A delivery that had to start anew (CHK-12): why, and what had been chosen, to be taken again with one press. */
export interface TakenDelivery extends Pick<CheckoutData, 'userData' | 'storeLocationSelected'> {
  cause: 'reload' | 'cart';
}

/** What a change has taken from the delivery; null where it took nothing, as nothing was chosen. */
export function takenDelivery(
  before: CheckoutData | null,
  after: CheckoutData,
  cause: TakenDelivery['cause'],
): TakenDelivery | null {
  if (before === null || after.steps.currentStep !== 1 || isDeliveryBegun(after)) return null;
  const { userData, storeLocationSelected } = before;
  return isDeliveryBegun(before) ? { cause, userData, storeLocationSelected } : null;
}

const isDeliveryBegun = ({ steps, userData, storeLocationSelected }: CheckoutData): boolean =>
  steps.currentStep === 2 ||
  storeLocationSelected !== null ||
  JSON.stringify(userData) !== JSON.stringify(emptyDelivery);
