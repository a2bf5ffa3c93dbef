import { screen } from '@testing-library/react';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import type { Calls } from './network.ts';
import {
  type CheckoutOptions,
  continueToPayment,
  goodCalls,
  openCheckout,
  paying,
  paymentShown,
  withAddress,
} from './open-checkout.ts';
import { notOrdered } from './placements.ts';
import type { Screen } from './render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine } from './samples.ts';

const email = 'lucia@correo.gt';

const billingAddress = {
  firstname: 'Lucía',
  lastname: 'Paz',
  street: ['Ciudad'],
  city: 'Guatemala',
  postcode: '01001',
  country_code: 'GT',
  telephone: '55123480',
  region: { regionId: 485, region: 'Guatemala' },
  nit: 'CF',
  documentType: 'CF',
} as const;

const fryer = sampleCart([sampleLine({ salesPrice: gtq(699), regularPrice: gtq(699) })]);
const prices = { ...fryer.prices, shipping: gtq(30), grandTotal: gtq(729), tax: gtq(78.1) };

/** An air fryer for Q699, with a delivery for Q30. */
export const fryerCart = { ...fryer, prices };

const dearerPrices = { ...prices, subtotal: gtq(799), grandTotal: gtq(829) };

/** The same cart after the fryer's price rose by Q100. */
export const dearerCart = {
  ...fryer,
  items: fryer.items.map((line) => ({ ...line, salesPrice: gtq(799), lineTotal: gtq(799) })),
  prices: dearerPrices,
};

/** The API's answers to a checkout of that cart whose order succeeds. */
export const orderCalls: Calls = {
  ...goodCalls(fryerCart),
  setCartShippingMethod: {
    status: 201,
    data: {
      selectedShippingMethod: {
        carrierCode: 'tablerate',
        methodCode: 'bestway',
        carrierTitle: 'A domicilio',
        amount: gtq(30),
      },
      prices,
    },
  },
  setCartBillingAddress: { status: 201, data: { billingAddress: { ...billingAddress, street: ['Ciudad'] } } },
  setCartPaymentMethod: {
    status: 201,
    data: { selectedPaymentMethod: { code: 'kosmos_payment', title: 'Efectivo contra entrega' }, prices },
  },
  confirmCart: { status: 200, data: { cartId: sampleCartId, email } },
  listStores: [],
  placeOrder: { status: 200, data: { orderNumber: '100000001' } },
  findPlacement: notOrdered,
};

// A customer's address has a name; a guest's address has no name.
const named = { ...withAddress, userData: { ...emptyDelivery, ...withAddress.userData, addressName: 'Casa' } };

interface PaymentOptions extends Pick<CheckoutOptions, 'kept' | 'local'> {
  /** The first part of the payment step, if this part is not a method. */
  first?: string;
}

/** Opens that cart in a tab whose current step is the payment, with the stored data of the earlier steps. */
export async function openPayment(
  calls: Calls = {},
  { kept = named, first, local = {} }: PaymentOptions = {},
): Promise<Screen> {
  const shop = await openCheckout({ local, cart: fryerCart, kept: paying(kept), calls: { ...orderCalls, ...calls } });
  await paymentShown(first);
  return shop;
}

/** Walks to the payment as a shopper who continues from a filled-in delivery. */
export async function walkToPayment(
  calls: Calls = {},
  { kept = named, first, local = {} }: PaymentOptions = {},
): Promise<Screen> {
  const shop = await openCheckout({ local, cart: fryerCart, kept, calls: { ...orderCalls, ...calls } });
  await continueToPayment(shop, first);
  return shop;
}

/**
 * Chooses cash, unless it is chosen already, and presses "Realizar pedido". Waits until the button is not busy: after an earlier attempt the cart is
 * read again.
 */
export async function order({ user }: Screen): Promise<void> {
  const cash = await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  if (cash.getAttribute('aria-expanded') !== 'true') await user.click(cash);
  const [button] = await screen.findAllByRole('button', { name: /Realizar pedido/, busy: false });
  if (button === undefined) throw new Error('the page has no pay button');
  await user.click(button);
}
