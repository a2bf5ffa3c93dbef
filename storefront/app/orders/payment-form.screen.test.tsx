import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer, refusal } from '../testing/network.ts';
import { openPayment, order } from '../testing/open-payment.ts';
import type { Screen } from '../testing/render-screen.tsx';

const offer = { status: 200, installments: [6, 10, 12], bankName: 'Banco Industrial', hasDiscount: false };

const open = async (method: 'Cuotas' | 'Tarjeta al contado', calls = {}): Promise<Screen> => {
  const shop = await openPayment({ getInstallments: offer, ...calls });
  await shop.user.click(screen.getByRole('button', { name: method }));
  return shop;
};

const number = () => screen.getByLabelText(/Número de tarjeta/);
const rest = () => [
  screen.getByLabelText(/Vencimiento/),
  screen.getByLabelText(/CVV/),
  screen.getByLabelText(/titular/),
];

const alertOf = async (title: string) =>
  (await screen.findAllByText(title)).flatMap((each) => each.closest('[data-alert-id]') ?? [])[0];

test('[PAY-10, PAY-20, PAY-11] the card’s fields by their documented names; the others unlock when the number is valid', async () => {
  const { user } = await open('Tarjeta al contado');
  expect(number()).toHaveAttribute('name', 'cardNumber');
  expect(rest().map((field) => field.getAttribute('name'))).toEqual(['expirationDate', 'cvv', 'cardHolderName']);
  for (const field of rest()) expect(field).toBeDisabled();
  await user.type(number(), '411111111111111');
  for (const field of rest()) expect(field).toBeDisabled();
  await user.type(number(), '1');
  expect(number()).toHaveValue('4111 1111 1111 1111');
  for (const field of rest()) expect(field).toBeEnabled();
  await user.type(screen.getByLabelText(/Vencimiento/), '1239');
  expect(screen.getByLabelText(/Vencimiento/)).toHaveValue('12 / 39');
});

test.each([
  ['with dashes', '4111-1111-1111-1111', '4111 1111 1111 1111'],
  ['with dots and blanks', ' 4111.1111 11111111 ', '4111 1111 1111 1111'],
  ['of American Express', '378282246310005', '3782 822463 10005'],
  ['with more digits than a card has', '41111111111111119', '4111 1111 1111 1111'],
])('[PAY-11] a number pasted %s is grouped', async (_, pasted, shown) => {
  const { user } = await open('Tarjeta al contado');
  await user.click(number());
  await user.paste(pasted);
  expect(number()).toHaveValue(shown);
});

test('a digit corrected in the middle keeps the caret behind it', async () => {
  const { user } = await open('Tarjeta al contado');
  await user.type(number(), '411111111111111');
  const field = number();
  if (!(field instanceof HTMLInputElement)) throw new Error('a text field');
  field.setSelectionRange(6, 6);
  await user.keyboard('2');
  expect(field).toHaveValue('4111 1211 1111 1111');
  expect(field.selectionStart).toBe(7);
});

test('the browser may fill the card by itself', async () => {
  await open('Tarjeta al contado');
  const kinds = [number(), ...rest()].map((field) => field.getAttribute('autocomplete'));
  expect(kinds).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
});

test('[PAY-23, PAY-34] a guest is offered neither to save a card nor a saved one', async () => {
  await open('Tarjeta al contado');
  expect(number()).toBeVisible();
  expect(screen.queryByText(/Guardar tarjeta/)).toBeNull();
  expect(screen.queryByText(/tarjetas guardadas/i)).toBeNull();
});

test('[PAY-27, DEC-79] a card with a bank promotion shows it', async () => {
  const { user } = await open('Cuotas', { getInstallments: { ...offer, hasDiscount: true } });
  await user.type(number(), '4242424242424242');
  expect(await screen.findByText('10% de descuento bancario')).toBeVisible();
  expect(await screen.findByRole('radio', { name: /^6 cuotas/ })).toBeChecked();
});

test.each([
  [
    'PAY-28, PAY-26',
    { ...offer, installments: [] },
    'No cuenta con cuotas disponibles',
    'Por favor seleccione otro método de pago',
  ],
  ['PAY-29', noAnswer, 'Error al obtener las cuotas', 'Por favor intente más tarde'],
  ['PAY-29', refusal('UNEXPECTED'), 'Error al obtener las cuotas', 'Por favor intente más tarde'],
  ['PAY-30', refusal('BIN_INVALID'), 'Número de tarjeta no válido', 'Por favor verifique el número de su tarjeta'],
])(
  '[%s] [DEC-188, ERR-19] what keeps a card from being paid in cuotas is told',
  async (_, getInstallments, title, message) => {
    const { user } = await open('Cuotas', { getInstallments });
    await user.type(number(), '4111111111111111');
    const alert = await alertOf(title);
    expect(alert).toHaveAttribute('data-alert-id', 'InstallmentsError');
    expect(alert).toHaveTextContent(message);
  },
);

test('[PAY-31] [DEC-188] a card whose plans the cart does not take', async () => {
  const { user } = await open('Cuotas', { setCartPaymentMethod: refusal('UNEXPECTED') });
  await user.type(number(), '4111111111111111');
  const alert = await alertOf('Error al procesar el pago');
  expect(alert).toHaveAttribute('data-alert-id', 'PaymentError');
  expect(alert).toHaveTextContent('Por favor intente más tarde');
});

test('[PAY-02, PAY-03] [DEC-187] nothing, each method by its header, and nothing again when it is pressed twice', async () => {
  const { user } = await openPayment({ getInstallments: offer });
  const methods = () =>
    ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega'].map(
      (name) => screen.getByRole('button', { name }).getAttribute('aria-expanded') === 'true',
    );
  expect(methods()).toEqual([false, false, false]);
  for (const [index, name] of ['Cuotas', 'Tarjeta al contado', 'Efectivo contra entrega'].entries()) {
    await user.click(screen.getByRole('button', { name }));
    expect(methods()).toEqual([0, 1, 2].map((each) => each === index));
  }
  await user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  expect(methods()).toEqual([false, false, false]);
});

test('[ORD-01] [DEC-101, DEC-104] the order is sent with its cart, its payment and the dates that were shown', async () => {
  const shop = await openPayment();
  await order(shop);
  await waitFor(() => expect(shop.sentTo('placeOrder')).toHaveLength(1));
  expect(shop.sentTo('placeOrder')[0]?.body).toEqual({
    cartId: expect.any(String),
    payments: [
      {
        paymentType: 'Cash',
        paymentPlan: 0,
        paymentAmount: 729,
        fingerprintSessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ],
    deliveryPromise: {
      shippingMethod: 'delivery',
      groups: [expect.objectContaining({ sellerId: 1, deliveryDate: '2026-11-24' })],
    },
  });
});
