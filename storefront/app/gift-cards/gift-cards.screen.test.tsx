import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal } from '../testing/network.ts';
import { atDelivery, openCheckout } from '../testing/open-checkout.ts';
import { fryerCart, openPayment, order, orderCalls } from '../testing/open-payment.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';

const code = 'K7QM-2XWD-9HPA-VT4E-R3UC-JB6N-85SG';
const plain = code.replaceAll('-', '');
const other = 'A7QM-2XWD-9HPA-VT4E-R3UC-JB6N-8XYZ';

const balance = (amount: number, lastFour = '85SG') => ({
  status: 200,
  data: { balance: amount, expiresOn: '2031-11-26', lastFour },
});

const section = () => within(screen.getByRole('region', { name: 'Tarjeta de regalo' }));
const field = () => section().getByLabelText('Código de tarjeta de regalo');
const applyButton = () => section().getByRole('button', { name: 'Aplicar tarjeta' });
const summary = () => within(screen.getByRole('region', { name: 'Resumen de compra' }));

const apply = async ({ user }: Screen, typed = code): Promise<void> => {
  await user.type(field(), typed);
  await user.click(applyButton());
};

const costOf = (label: string): string => {
  const term = summary().getByText(label);
  return term.nextElementSibling?.textContent ?? '';
};

test('[DEC-199] a gift card pays a part of the total, and "Quitar" removes the card', async () => {
  const shop = await openPayment({ getGiftCardBalance: balance(200) });
  expect(applyButton()).toHaveAttribute('aria-disabled', 'true');
  await apply(shop, ` ${code.toLowerCase()} `);
  await screen.findByText('Q200.00');
  expect(shop.sentTo('getGiftCardBalance')).toMatchObject([{ params: { code: plain } }]);
  expect(field()).toHaveValue('');
  expect(costOf('Tarjeta de regalo •••• 85SG')).toBe('-Q200.00');
  expect(costOf('Total')).toBe('Q729.00');
  expect(costOf('Con otro método de pago')).toBe('Q529.00');
  // Availability depends on the whole total; the shown amount is the rest (Q529 in three).
  expect(screen.getByText('Desde Q176.33 mensuales')).toBeInTheDocument();
  await shop.user.click(section().getByRole('button', { name: /^Quitar/ }));
  expect(summary().queryByText('Tarjeta de regalo •••• 85SG')).toBeNull();
  expect(field()).toHaveFocus();
  expect(screen.getByText('Desde Q243.00 mensuales')).toBeInTheDocument();
});

test('[DEC-199] an order is sent with its gift cards first, and the confirmation shows both payments', async () => {
  const shop = await openPayment({
    getGiftCardBalance: ({ params }) => (params.code === plain ? balance(200) : balance(300.5, '8XYZ')),
  });
  await apply(shop);
  await screen.findByText('Q200.00');
  await apply(shop, other);
  await screen.findByText('Q300.50');
  await order(shop);
  await screen.findByRole('heading', { name: '¡Gracias por tu compra!' });
  expect(shop.sentTo('placeOrder')[0]?.body).toMatchObject({
    payments: [
      { paymentType: 'GiftCard', paymentAmount: 200, code: plain },
      { paymentType: 'GiftCard', paymentAmount: 300.5, code: other.replaceAll('-', '') },
      { paymentType: 'Cash', paymentAmount: 228.5 },
    ],
  });
  expect(screen.getByText('Tarjeta de regalo •••• 8XYZ').nextElementSibling).toHaveTextContent('-Q300.50');
  expect(screen.getByText(/Ten listos Q228.50 en efectivo/)).toBeInTheDocument();
});

test('[DEC-199] a card that covers the total leaves no other method and no bank to choose', async () => {
  const shop = await openPayment({ getGiftCardBalance: balance(1_000) });
  await apply(shop);
  await screen.findByText('Tu tarjeta de regalo cubre todo: no necesitas otro método de pago.');
  expect(screen.queryByRole('button', { name: 'Efectivo contra entrega' })).toBeNull();
  expect(costOf('Tarjeta de regalo •••• 85SG')).toBe('-Q729.00');
  expect(summary().queryByText('Con otro método de pago')).toBeNull();
  await apply(shop, other);
  expect(section().getByRole('alert')).toHaveTextContent('Tu compra ya está cubierta: no hace falta otra tarjeta.');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /Realizar pedido/ })[0]).toBeEnabled());
  const [pay] = screen.getAllByRole('button', { name: /Realizar pedido/ });
  if (pay === undefined) throw new Error('no button');
  await shop.user.click(pay);
  await screen.findByRole('heading', { name: '¡Gracias por tu compra!' });
  expect(shop.sentTo('placeOrder')[0]?.body).toMatchObject({
    payments: [{ paymentType: 'GiftCard', paymentAmount: 729, code: plain }],
  });
  expect(shop.measured().at(-1)).toMatchObject({
    event: 'purchase',
    ecommerce: { payment_type: 'GiftCard', value: 729 },
  });
});

test('[DEC-199, CHK-22] the order waits while a code is typed or checked', async () => {
  const answered = Promise.withResolvers<void>();
  const shop = await openPayment({
    getGiftCardBalance: async () => {
      await answered.promise;
      return balance(200);
    },
  });
  await shop.user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  const [pay] = screen.getAllByRole('button', { name: /Realizar pedido/ });
  await waitFor(() => expect(pay).toBeEnabled());
  await shop.user.type(field(), code);
  expect(pay).toHaveAttribute('aria-disabled', 'true');
  expect(pay).toHaveAccessibleDescription('Aplica tu tarjeta de regalo, o borra su código, para continuar.');
  await shop.user.click(applyButton());
  await waitFor(() => expect(pay).toHaveAccessibleDescription('Un momento…'));
  if (pay === undefined) throw new Error('no button');
  await shop.user.click(pay);
  answered.resolve();
  await screen.findByText('Q200.00');
  await waitFor(() => expect(pay).not.toHaveAttribute('aria-disabled', 'true'));
  expect(shop.sentTo('placeOrder')).toEqual([]);
});

test.each([
  [
    'without a balance',
    refusal('GIFT_CARD_NOT_FOUND'),
    'No encontramos saldo con este código. Revísalo: la tarjeta puede estar vencida o sin saldo.',
  ],
  [
    'after too many wrong codes',
    refusal('RATE_LIMITED', { headers: { 'retry-after': '3600' } }),
    'Demasiados intentos seguidos. Espera 60 minutos y vuelve a intentarlo.',
  ],
])('[DEC-199] a code %s is reported beside its field until the code is corrected', async (_, answer, words) => {
  const shop = await openPayment({ getGiftCardBalance: answer });
  await apply(shop);
  await waitFor(() => expect(section().getByRole('alert')).toHaveTextContent(words));
  expect(field()).toHaveAccessibleDescription(words);
  expect(field()).toBeInvalid();
  expect(field()).toHaveValue(code);
  await shop.user.type(field(), '{Backspace}');
  expect(field()).toBeValid();
});

test('[DEC-199, DEC-79] with a bank’s discount, a gift card pays only the delivery, and the page says why', async () => {
  const promotion = {
    id: 'DISCOUNT_BAM',
    amount: 69.9,
    label: ['10% de descuento bancario'],
    currency: 'GTQ' as const,
  };
  const { prices } = fryerCart;
  const promoted = { ...prices, grandTotal: gtq(659.1), discount: gtq(69.9), discounts: [promotion] };
  let now = fryerCart;
  const shop = await openPayment({
    getCart: () => now,
    getInstallments: { status: 200, installments: [6], bankName: 'BAM-MAX', hasDiscount: true },
    setCartPaymentMethod: ({ body }) => {
      now = { ...fryerCart, prices: JSON.stringify(body).includes('bamMax') ? promoted : prices };
      return {
        status: 201,
        data: { selectedPaymentMethod: { code: 'kosmos_payment', title: '' }, prices: now.prices },
      };
    },
    getGiftCardBalance: balance(200),
  });
  await apply(shop);
  await screen.findByText('Q200.00');
  await shop.user.click(screen.getByRole('button', { name: 'Cuotas' }));
  await shop.user.type(screen.getByLabelText(/Número de tarjeta/), '4242424242424242');
  await section().findByText('Q30.00');
  expect(costOf('Con otro método de pago')).toBe('Q629.10');
  const why = /^El descuento de tu banco es para lo que pagas con su tarjeta: la tarjeta de regalo paga solo lo demás/;
  expect(section().getByText(why)).toBeVisible();
  await apply(shop, other);
  expect(section().getByRole('alert')).toHaveTextContent(why);
  await shop.user.clear(field());
  await shop.user.click(screen.getByRole('button', { name: 'Efectivo contra entrega' }));
  await section().findByText('Q200.00');
  expect(section().queryByText(why)).toBeNull();
  // A shopper without a gift card sees no note about the bank's discount.
  await shop.user.click(section().getByRole('button', { name: /^Quitar/ }));
  await shop.user.click(screen.getByRole('button', { name: 'Cuotas' }));
  await shop.user.type(screen.getByLabelText(/Número de tarjeta/), '4242424242424242');
  await waitFor(() => expect(screen.getAllByText('Q659.10')[0]).toBeVisible());
  expect(section().queryByText(why)).toBeNull();
  await shop.user.type(field(), 'A');
  expect(section().getByText(why)).toBeVisible();
});

test('[DEC-199] the same card is not looked up twice', async () => {
  const shop = await openPayment({ getGiftCardBalance: balance(200) });
  await apply(shop);
  await screen.findByText('Q200.00');
  await apply(shop, plain);
  expect(section().getByRole('alert')).toHaveTextContent('Esta tarjeta ya está aplicada.');
  expect(shop.sentTo('getGiftCardBalance')).toHaveLength(1);
});

test('[DEC-199] codes are in this page’s memory only: after a reload they must be typed again', async () => {
  const shop = await openPayment({
    getGiftCardBalance: balance(200),
    placeOrder: refusal('PAY_GIFT_CARD_UNAVAILABLE'),
  });
  await apply(shop);
  await screen.findByText('Q200.00');
  await order(shop);
  await screen.findAllByText('Quita tu tarjeta de regalo, aplícala otra vez e intenta de nuevo.');
  const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage })).join('');
  expect(stored).not.toContain(plain);
  expect(stored).not.toContain(code);
  cleanup();
  await openPayment({});
  expect(field()).toHaveValue('');
  expect(section().queryByRole('button', { name: /^Quitar/ })).toBeNull();
});

test('[DEC-199] a cart with only gift cards has no such section: a gift card cannot pay for another', async () => {
  const cart = sampleCart([sampleLine({ kind: 'gift_card', sku: 'GIFT' })]);
  const { user } = await openCheckout({ cart, kept: atDelivery, calls: { ...orderCalls, getCart: cart } });
  await user.click(await screen.findByRole('button', { name: 'Tarjeta al contado' }));
  expect(screen.queryByRole('region', { name: 'Tarjeta de regalo' })).toBeNull();
});

test('[DEC-199] a visitor with a code sees the card’s balance and expiry', async () => {
  const shop = await renderScreen('/gift-card', {
    calls: {
      getGiftCardBalance: ({ params }) => (params.code === plain ? balance(129.5) : refusal('GIFT_CARD_NOT_FOUND')),
    },
  });
  await shop.user.type(await screen.findByLabelText('Código de tarjeta de regalo'), code);
  await shop.user.click(screen.getByRole('button', { name: 'Consultar' }));
  const message = await screen.findByText(/Tarjeta de regalo •••• 85SG/);
  expect(message).toHaveTextContent('Q129.50');
  expect(message).toHaveTextContent('La puedes usar hasta el 26 de noviembre de 2031.');
  await shop.user.type(screen.getByLabelText('Código de tarjeta de regalo'), '2');
  expect(screen.queryByText(/85SG/)).toBeNull();
  await shop.user.click(screen.getByRole('button', { name: 'Consultar' }));
  await waitFor(() =>
    expect(within(screen.getByRole('main')).getByRole('alert')).toHaveTextContent(
      'No encontramos saldo con este código.',
    ),
  );
});
