import { screen } from '@testing-library/react';
import type { Calls } from './network.ts';
import { continueToPayment, openCheckout, withAddress } from './open-checkout.ts';
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

/** An air fryer that costs Q699 and Q30 for its delivery, in a checkout that has come to its payment; the order goes well. */
export async function openPayment(calls: Calls = {}): Promise<Screen> {
  const fryer = sampleCart([sampleLine({ salesPrice: gtq(699), regularPrice: gtq(699) })]);
  const prices = { ...fryer.prices, shipping: gtq(30), grandTotal: gtq(729) };
  const shop = await openCheckout({
    cart: { ...fryer, prices },
    kept: withAddress,
    calls: {
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
      placeOrder: { status: 200, data: { orderNumber: '100000001' } },
      getRecommendations: { products: [], resultId: sampleCartId },
      ...calls,
    },
  });
  await continueToPayment(shop);
  return shop;
}

/** Chooses cash, where it is not chosen yet, and presses "Realizar pedido". */
export async function order({ user }: Screen): Promise<void> {
  const cash = await screen.findByRole('button', { name: 'Efectivo contra entrega' });
  if (cash.getAttribute('aria-expanded') !== 'true') await user.click(cash);
  const [button] = await screen.findAllByRole('button', { name: /Realizar pedido/ });
  if (button === undefined) throw new Error('no button to pay with');
  await user.click(button);
}
