import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../testing/network.ts';
import { atDelivery, openCheckout } from '../testing/open-checkout.ts';
import { openPayment, order, orderCalls } from '../testing/open-payment.ts';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const donation = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000d1',
  sku: 'DONAPUENTE',
  title: 'Donación',
  kind: 'donation',
  isDonation: true,
  salesPrice: gtq(25),
});

test('[DEC-162, CHK-22] the disabled button can still take the focus, and says what is missing', async () => {
  const { user, sentTo } = await openPayment();
  const [pay = document.body] = await screen.findAllByRole('button', { name: /Realizar pedido/ });
  expect(pay).toHaveAttribute('aria-disabled', 'true');
  expect(pay).toHaveAccessibleDescription('Elige un método de pago para continuar.');
  pay.focus();
  expect(pay).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Tarjeta al contado' }));
  expect(pay).toHaveAccessibleDescription('Completa los datos de tu tarjeta para continuar.');
  await user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  await waitFor(() => expect(pay).toHaveAttribute('aria-disabled', 'true'));
  expect(sentTo('placeOrder')).toEqual([]);
});

test('[DON-06] with a donation only cash can be chosen, and the cards show the reason', async () => {
  const line = sampleLine();
  const { user, sentTo } = await openPayment({
    getCart: sampleCart([line, donation], { donation: 25 }),
    removeCartDonation: sampleCart([line]),
  });
  const method = (name: string) => screen.getByRole('button', { name });
  for (const name of ['Cuotas', 'Tarjeta al contado']) {
    expect(method(name)).toBeDisabled();
    expect(method(name)).toHaveAccessibleDescription('La donación solo puede pagarse en efectivo.');
  }
  expect(method('Efectivo contra entrega')).toBeEnabled();
  await user.click(screen.getAllByRole('button', { name: 'Quitar donación' })[0] ?? document.body);
  await waitFor(() => expect(method('Tarjeta al contado')).toBeEnabled());
  expect(sentTo('removeCartDonation')).toHaveLength(1);
});

test('[DEC-48] a scheduled reload is canceled if the shopper continues in the page', async () => {
  const shop = await openPayment({ placeOrder: refusal('EMAIL_REQUIRED') });
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  await order(shop);
  expect(await screen.findByText('El carrito debe tener un correo electrónico')).toBeVisible();
  // The last timer that waits until the alert has been read.
  const reload = set.mock.results[set.mock.calls.findLastIndex(([, delay]) => delay === 4_000)]?.value;
  expect(reload).toBeDefined();
  clear.mockClear();
  await shop.user.click(screen.getByRole('radio', { name: 'Pasaporte' }));
  await shop.user.type(screen.getByRole('textbox', { name: 'Pasaporte' }), 'A123');
  expect(clear).toHaveBeenCalledWith(reload);
});

test('[GIFT-03] [DEC-84] a gift card is paid without an address: its invoice uses region 485, and cash is not offered', async () => {
  const cart = sampleCart([sampleLine({ kind: 'gift_card', sku: 'GIFT' })]);
  const selectedPaymentMethod = { code: 'kosmos_payment', title: 'Tarjeta al contado' };
  const setCartPaymentMethod = { status: 201, data: { selectedPaymentMethod, prices: cart.prices } };
  const calls = { ...orderCalls, getCart: cart, setCartPaymentMethod };
  const { user, sentTo } = await openCheckout({ cart, kept: atDelivery, calls });
  await user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
  await user.type(screen.getByLabelText(/Número de tarjeta/), '4111111111111111');
  await user.type(screen.getByLabelText(/Vencimiento/), '1239');
  await user.type(screen.getByLabelText(/CVV/), '123');
  await user.type(screen.getByLabelText(/titular/), 'Lucía Paz');
  const [pay = document.body] = await screen.findAllByRole('button', { name: /Realizar pedido/ });
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(pay);
  expect(await screen.findByText('100000001')).toBeVisible();
  expect(sentTo('setCartBillingAddress').map(({ body }) => body)).toMatchObject([{ region: 485 }]);
  expect([...sentTo('setCartShippingAddress'), ...sentTo('setCartShippingMethod')]).toEqual([]);
});
