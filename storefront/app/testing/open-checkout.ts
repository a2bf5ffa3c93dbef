import type { Cart } from '@ceiba/contract/carts';
import type { DeliveryTimeGroup, PickupStore } from '@ceiba/contract/delivery';
import type { Department } from '@ceiba/contract/locations';
import { initialSteps, reduceSteps } from '@ceiba/domain/checkout/steps';
import { screen } from '@testing-library/react';
import { type CheckoutData, type Contact, emptyDelivery, initialCheckout } from '../checkout/checkout-data.ts';
import { storedText } from '../checkout/checkout-store.ts';
import type { Calls } from './network.ts';
import { renderScreen, type Screen } from './render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine } from './samples.ts';

export const sampleDepartments: Department[] = [
  {
    value: 485,
    title: 'Guatemala',
    municipios: [{ nombre: 'Guatemala', zonas: ['Zona 1', 'Zona 10'] }, { nombre: 'Mixco' }],
  },
  { value: 501, title: 'Petén', municipios: [{ nombre: 'Flores' }] },
  { value: 506, title: 'Sin municipios', municipios: [] },
];

/** One seller's shipment. A test passes the tested values. */
export const sampleGroup = (changes: Partial<DeliveryTimeGroup> = {}): DeliveryTimeGroup => ({
  sellerId: 1,
  skus: ['FRE-0003'],
  shopId: 1,
  deliveryDate: '2026-11-24',
  foundInStore: null,
  message: '',
  pickupDate: null,
  pickupTime: null,
  ...changes,
});

export const sampleStore = (changes: Partial<PickupStore> = {}): PickupStore => ({
  storeCode: 'MAX',
  name: 'Ceiba Miraflores',
  street: '21 avenida 4-32',
  city: 'Guatemala',
  regionId: 485,
  zone: 'Zona 11',
  latitude: 14.62,
  longitude: -90.55,
  shopId: 1,
  deliveryDate: null,
  foundInStore: true,
  message: 'Disponible hoy',
  pickupDate: '2026-11-23',
  pickupTime: '14:00',
  ...changes,
});

export const sampleContact: Contact = {
  email: 'lucia@correo.gt',
  firstname: 'Lucía',
  lastname: 'Paz',
  telephone: '5512-3480',
};

/** A checkout with a completed contact, whose current step is delivery. */
export const atDelivery: Partial<CheckoutData> = {
  steps: reduceSteps(initialSteps, { type: 'complete', step: 0 }),
  contact: sampleContact,
};

/** The data of a checkout with an address that can be sent unchanged. */
export const withAddress: Partial<CheckoutData> = {
  ...atDelivery,
  userData: {
    ...emptyDelivery,
    address: '12 calle 1-25',
    region: '485',
    city: 'Guatemala',
    zone: 'Zona 10',
  },
};

/** The stored data after such a delivery was accepted: payment is the current step. */
export const paying = (stored: Partial<CheckoutData>): Partial<CheckoutData> => ({
  deliveryTime: [sampleGroup()],
  tableRate: gtq(30),
  ...stored,
  steps: reduceSteps(reduceSteps(stored.steps ?? initialSteps, { type: 'complete', step: 1 }), {
    type: 'deliveryConfirmed',
  }),
});

export const sampleAddress = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['12 calle 1-25'],
  city: 'Guatemala',
  region: { regionId: 485, region: 'Guatemala' },
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  latitude: null,
  longitude: null,
  storeCode: null,
  zone: 'Zona 10',
  trustedPerson: null,
  nit: 'CF',
  selectedShippingMethod: null,
};

/** The API's answers to a successful checkout with a delivery for Q30. */
export const goodCalls = (cart: Cart): Calls => ({
  getCart: cart,
  listDepartments: sampleDepartments,
  computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
  checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore()] } },
  validateGuestCheckout: { status: 200, data: { result: true } },
  setCartShippingAddress: { status: 201, data: { shippingAddress: sampleAddress } },
  setCartShippingMethod: {
    status: 201,
    data: {
      selectedShippingMethod: {
        carrierCode: 'tablerate',
        methodCode: 'bestway',
        carrierTitle: 'A domicilio',
        amount: gtq(30),
      },
      prices: { ...cart.prices, shipping: gtq(30), grandTotal: gtq(cart.prices.grandTotal.value + 30) },
    },
  },
  getCartTableRate: { status: 200, data: gtq(30) },
});

export interface CheckoutOptions {
  cart?: Cart;
  calls?: Calls;
  /** The stored data of the checkout. */
  kept?: Partial<CheckoutData>;
  local?: Record<string, string>;
}

/** Opens the checkout of a browser with this cart, by default one air fryer. Resolves when the first step is shown. */
export async function openCheckout({
  cart = sampleCart([sampleLine()]),
  calls = {},
  kept: stored,
  local = {},
}: CheckoutOptions = {}): Promise<Screen> {
  const text = stored && { 'ceiba.checkout': storedText({ ...initialCheckout, cartId: sampleCartId, ...stored }) };
  const shop = await renderScreen('/checkout', {
    local: { 'ceiba.cart': sampleCartId, ...text, ...local },
    calls: { ...goodCalls(cart), ...calls },
  });
  await screen.findByRole('heading', { name: /Información/ });
  return shop;
}

/** Continues from a filled-in delivery to the payment methods, or to `first` if that is shown instead. */
export async function continueToPayment({ user }: Screen, first?: string): Promise<void> {
  // The button is busy while a customer's addresses load, and would ignore a press.
  const button = await screen.findByRole('button', { name: 'Continuar a pago', busy: false });
  await user.click(button);
  await paymentShown(first);
}

/** Waits for the payment methods, or for `first` if that is shown instead. */
export async function paymentShown(first?: string): Promise<void> {
  if (first === undefined) await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  else await screen.findByText(first);
}

/** The stored data of the checkout, as text. */
export const storedCheckoutText = (): string => localStorage.getItem('ceiba.checkout') ?? '';
