import type { Cart } from '@ceiba/contract/carts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Calls } from '../testing/network.ts';
import { atDelivery } from '../testing/open-checkout.ts';
import { openPayment } from '../testing/open-payment.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';
import { sampleCustomer, storedSession } from '../testing/signed-in.ts';

const promotedCard = '4242424242424242';
const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Mocks a shop with a cart of this price, whose total depends on the payment method, as on the server. */
const shopWith = (price: number): { cart: Cart; calls: Calls } => {
  const cart = sampleCart([sampleLine({ salesPrice: gtq(price), regularPrice: gtq(price) })]);
  const off = hundredths(price / 10);
  const promotion = { id: 'DISCOUNT_BAM', amount: off, label: ['10% de descuento bancario'], currency: 'GTQ' as const };
  const promoted = { grandTotal: gtq(hundredths(price - off)), discount: gtq(off), discounts: [promotion] };
  let now = cart;
  return {
    cart,
    calls: {
      getCart: () => now,
      setCartShippingMethod: {
        status: 201,
        data: {
          selectedShippingMethod: {
            carrierCode: 'tablerate',
            methodCode: 'bestway',
            carrierTitle: 'A domicilio',
            amount: gtq(0),
          },
          prices: cart.prices,
        },
      },
      getInstallments: { status: 200, installments: [6, 12], bankName: 'BAM-MAX', hasDiscount: price >= 500 },
      setCartPaymentMethod: ({ body }) => {
        const isPromoted = JSON.stringify(body).includes('bamMax');
        now = isPromoted ? { ...cart, prices: { ...cart.prices, ...promoted } } : cart;
        const selectedPaymentMethod = { code: 'kosmos_payment', title: '' } as const;
        return { status: 201, data: { selectedPaymentMethod, prices: now.prices } };
      },
    },
  };
};

const offered = (): (string | null)[] =>
  [...screen.getByRole('region', { name: 'Método de pago' }).querySelectorAll('button[aria-expanded]')].map(
    ({ textContent }) => textContent,
  );

const sentPayments = (shop: Screen): unknown[] => shop.sentTo('setCartPaymentMethod').map(({ body }) => body);
const shownTotal = () => screen.getAllByText('Total', { selector: 'dt' })[0]?.nextSibling?.textContent;

test.each([
  [500, 'Q450.00'],
  [509, 'Q458.10'],
  [555.5, 'Q499.95'],
  [2_500, 'Q2,250.00'],
  [2_777, 'Q2,499.30'],
])('[DEC-212] cuotas whose bank reduces a cart of Q%d to %s stay available', async (price, promoted) => {
  const { cart, calls } = shopWith(price);
  const shop = await openPayment({ ...calls, getCart: calls.getCart ?? cart });
  const all = ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega'];
  expect(offered()).toEqual(all);
  await shop.user.click(screen.getByRole('button', { name: 'Cuotas' }));
  await shop.user.type(screen.getByLabelText(/Número de tarjeta/), promotedCard);
  await waitFor(() => expect(shownTotal()).toBe(promoted));
  expect(offered()).toEqual(all);
  expect(screen.getByRole('button', { name: 'Cuotas' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
  await shop.user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }));
  await waitFor(() => expect(shownTotal()).not.toBe(promoted));
  expect(offered()).toEqual(all);
  expect(sentPayments(shop)).toEqual([
    { paymentMethod: 'bamMaxVisaInstallments', bin: '424242' },
    { paymentMethod: 'kosmos_payment' },
  ]);
  expect(shop.sentTo('getInstallments')).toHaveLength(1);
});

const confirmation = /Te enviaremos un correo: confirma tu pedido con su enlace/;

test.each([
  ['has not confirmed their e-mail', false],
  ['has confirmed it', true],
])(
  '[DEC-218] the page of a large cash order for a customer who %s announces the confirmation link',
  async (_, isConfirmed) => {
    const { cart, calls } = shopWith(11_000);
    const shop = await openPayment(
      { ...calls, getCustomer: sampleCustomer({ isConfirmed, nit: null }), listAddresses: [], listSavedCards: [] },
      { kept: atDelivery, local: storedSession() },
    );
    await shop.user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
    await screen.findByText(/cobrará únicamente en efectivo/);
    expect(cart.prices.grandTotal.value).toBeGreaterThan(10_000);
    await waitFor(() => expect(screen.queryAllByText(confirmation)).toHaveLength(isConfirmed ? 0 : 1));
  },
);
