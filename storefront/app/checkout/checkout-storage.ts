import { restoreSteps } from '@ceiba/domain/checkout/steps';
import { z } from 'zod';
import { type CheckoutData, initialCheckout, useCheckout, withoutDelivery } from './checkout-store.ts';

/** Local storage (DEC-184). */
const storageKey = 'ceiba.checkout';

const date = z.string().nullable();
const timeFields = {
  shopId: z.int().nullable(),
  deliveryDate: date,
  foundInStore: z.boolean().nullable(),
  message: z.string(),
  pickupDate: date,
  pickupTime: z.string().nullable(),
};
const text = z.string().max(500);

/** What an earlier page wrote; anything else in that place is ignored. Steps have their own reader. */
const storedCheckout = z.object({
  cartId: z.string().nullable(),
  cartContents: z.string().max(20_000).nullable().default(null),
  measuredCartId: z.string().nullable(),
  contact: z.object({ email: text, firstname: text, lastname: text, telephone: text }).nullable(),
  userData: z.object({
    deliver: z.enum(['delivery', 'storepickup']),
    address: text,
    region: text,
    city: text,
    zone: text,
    isExtras: z.boolean(),
    extras: text,
    point: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    isOtherReceiver: z.boolean(),
    receiverIndex: z.int().min(0).nullable(),
    storeLocationSelected: z
      .object({
        storeCode: text,
        name: text,
        street: text,
        city: text,
        regionId: z.int(),
        zone: text,
        latitude: z.number(),
        longitude: z.number(),
        ...timeFields,
      })
      .nullable(),
  }),
  trustPeople: z.array(z.object({ name: text, lastName: text, phone: text, dpi: text.nullable() })).max(10),
  deliveryTime: z.array(z.object({ sellerId: z.int(), skus: z.array(z.string()), ...timeFields })),
  tableRate: z.object({ value: z.number(), currency: z.literal('GTQ') }),
});

/** The `dpi` of a trusted person is for saved addresses only and stays out of browser storage. */
export const storedText = (data: CheckoutData): string => {
  const { cartId, cartContents, measuredCartId, steps, contact, userData, deliveryTime, tableRate } = data;
  const trustPeople = data.trustPeople.map((person) => ({ ...person, dpi: null }));
  const place = { userData, trustPeople, deliveryTime, tableRate };
  return JSON.stringify({ cartId, cartContents, measuredCartId, steps, contact, ...place });
};

const parsed = (stored: string | null): unknown => {
  if (stored === null) return null;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
};

const stepState = z.enum(['default', 'editing', 'completed', 'disabled']);
const storedSteps = z.object({
  currentStep: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  stepStates: z.tuple([stepState, stepState, stepState]),
  isDeliveryConfirmed: z.boolean(),
});

/**
 * The data after a load (CHK-10): a reload on the payment step starts delivery anew (CHK-12, DIF-08), and a step
 * without the data it rests on cannot stay completed.
 */
export function restoredCheckout(stored: string | null): CheckoutData {
  const value = parsed(stored);
  const read = storedCheckout.safeParse(value);
  if (!read.success || typeof value !== 'object' || value === null || !('steps' in value)) return initialCheckout;
  const { steps, isDeliveryReset } = restoreSteps(value.steps);
  const data: CheckoutData = { ...read.data, steps };
  if (data.contact === null && steps.currentStep > 0) return { ...initialCheckout, cartId: data.cartId };
  return isDeliveryReset ? withoutDelivery(data) : data;
}

/** What another tab wrote while this one is open, as it stands; null when it is nothing of ours. */
function sharedCheckout(stored: string | null): CheckoutData | null {
  if (stored === null) return initialCheckout;
  const read = storedCheckout.extend({ steps: storedSteps }).safeParse(parsed(stored));
  return read.success ? read.data : null;
}

const readStored = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const writeStored = (data: CheckoutData): void => {
  try {
    localStorage.setItem(storageKey, storedText(data));
  } catch {
    // Refused or full: the checkout then lasts as long as the page.
  }
};

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

let isConnected = false;

/**
 * Reads the stored checkout and keeps it from then on; once per page load. A change of another tab is taken over, since
 * both change the same cart: otherwise this one would show one address and pay for another.
 */
export function connectCheckout(): void {
  if (isConnected) return;
  isConnected = true;
  const stored = readStored();
  useCheckout.setState({ ...restoredCheckout(stored), isRestored: true });
  // What a reload resets is reset for good; a second tab that opens leaves the first one's step as it is.
  if (stored !== null && isReload()) writeStored(useCheckout.getState());
  let isFromOtherTab = false;
  useCheckout.subscribe((state) => {
    if (!isFromOtherTab) writeStored(state);
  });
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey) return;
    const shared = sharedCheckout(event.newValue);
    if (shared === null) return;
    isFromOtherTab = true;
    useCheckout.setState(shared);
    isFromOtherTab = false;
  });
}
