import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showAlert } from '../alerts/notices.ts';
import { noAnswer, refusal } from '../testing/network.ts';
import { openCart } from '../testing/open-cart.ts';
import { openCheckout, sampleContact } from '../testing/open-checkout.ts';
import { fryerCart, order, walkToPayment } from '../testing/open-payment.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { gtq, sampleCart, sampleCartId, sampleLine } from '../testing/samples.ts';
import { sampleSession } from '../testing/signed-in.ts';

const fryer = {
  item_id: 'FRE-0003',
  item_name: 'Freidora de aire',
  item_brand: 'Ondalira',
  item_category: 'Hogar',
  item_category2: 'Cocina',
  price: 699,
  quantity: 1,
  index: 0,
};
const ecommerce = { currency: 'GTQ', value: 729, items: [fryer] };
const paid = { ...ecommerce, payment_type: 'Cash' };

/** The events of a checkout up to the pay button: the documented names, each with its GA4 name. */
const untilPayment = [
  { event: 'begin_checkout', ecommerce },
  { event: 'checkout_progress', ecommerce },
  { event: 'add_shipping_info', ecommerce },
];
const expectedEvents = [
  { event: 'checkout_payment', ecommerce: paid },
  { event: 'add_payment_info', ecommerce: paid },
];
const bought = {
  event: 'purchase',
  ecommerce: { ...paid, transaction_id: '100000001', tax: 78.1, shipping: 30, coupon: '' },
};

const confirmed = () => screen.findByRole('heading', { name: '¡Gracias por tu compra!' });
const names = ({ measured }: Screen): unknown[] =>
  measured().map((entry) => (typeof entry === 'object' && entry !== null && 'event' in entry ? entry.event : entry));

test('[ORD-11, ANA-01, ANA-02, ANA-03, ANA-05, DEC-71] a refused payment and the later order are each measured once', async () => {
  let isRefused = true;
  const shop = await walkToPayment({
    placeOrder: () => (isRefused ? refusal('PAY_DECLINED') : { status: 200, data: { orderNumber: '100000001' } }),
  });
  await order(shop);
  await screen.findByText('No se hizo ningún cobro');
  isRefused = false;
  await order(shop);
  await confirmed();
  expect(shop.measured()).toEqual([
    ...untilPayment,
    { event: 'purchase_failed', ecommerce },
    ...expectedEvents,
    bought,
  ]);
  expect(shop.sentTo('sendMessagingEvent').map(({ body }) => body)).toEqual([
    { event: 'checkout_payment', cartId: sampleCartId, data: paid },
  ]);
  const text = JSON.stringify(shop.measured());
  for (const typed of [...Object.values(sampleContact), '55123480', '12 calle', 'Zona 10', sampleCartId])
    expect(text).not.toContain(typed);
});

test.each([
  ['with a coupon reports its code', null, 'c-1'],
  ['with a points certificate reports no code', { code: 'c-1', program: 'MaxpointsPoints', amount: 50 }, ''],
] as const)('a purchase %s', async (_, certificate, coupon) => {
  const shop = await walkToPayment({ getCart: { ...fryerCart, appliedCoupons: [{ code: 'c-1' }], certificate } });
  await order(shop);
  await confirmed();
  expect(shop.measured().at(-1)).toMatchObject({ event: 'purchase', ecommerce: { coupon } });
});

test('[ANA-01] a product that leaves the cart is measured under both names', async () => {
  const line = sampleLine({ salesPrice: gtq(699), regularPrice: gtq(699) });
  const shop = await openCart(sampleCart([line]), { changeCartProduct: sampleCart([]) });
  await shop.user.click(await screen.findByRole('button', { name: /^Eliminar/ }));
  await screen.findByText('Tu carrito está vacío');
  const removed = { currency: 'GTQ', value: 699, items: [fryer] };
  expect(shop.measured()).toEqual([
    { event: 'remove_from_cart', ecommerce: removed },
    { event: 'product_removed', ecommerce: removed },
  ]);
});

test('[ANA-01] a login is measured without any data about the customer', async () => {
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    local: { 'ceiba.cart': sampleCartId },
    calls: { login: sampleSession(), getCart: sampleCart([]), syncCart: sampleCart([]) },
  });
  await shop.user.type(await screen.findByRole('textbox', { name: 'Correo electrónico' }), 'lucia@correo.gt');
  await shop.user.type(screen.getByLabelText('Contraseña'), 'Ceiba2026demo');
  await shop.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
  await waitFor(() => expect(shop.address()).toBe('/compare'));
  expect(shop.measured()).toEqual([{ event: 'login', ecommerce: { currency: 'GTQ', value: 0, items: [] } }]);
});

test('[ANA-05] a cart without anything to deliver measures the skipped step, too', async () => {
  const shop = await openCheckout({ cart: { ...sampleCart([sampleLine()]), isDigital: true } });
  const typed = [
    ['Correo electrónico', sampleContact.email],
    ['Nombres', sampleContact.firstname],
    ['Apellidos', sampleContact.lastname],
    ['Teléfono', '55123480'],
  ] as const;
  for (const [name, text] of typed) {
    await shop.user.click(await screen.findByRole('textbox', { name }));
    await shop.user.paste(text);
  }
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a entrega' }));
  await screen.findByRole('button', { name: 'Tarjeta al contado' });
  expect(names(shop)).toEqual(['begin_checkout', 'checkout_progress', 'checkout_progress']);
});

const sponsored = 'https://eventos.rmn.example/clic?sku=FRE-0003';

test('[ORD-06, RMN-01] an order clears earlier alerts and reports sponsored products, but measures no donation', async () => {
  const lines = [
    sampleLine({ eventUrl: sponsored }),
    sampleLine({ cartItemId: crypto.randomUUID(), sku: 'OTRO', salesPrice: gtq(0), regularPrice: gtq(0) }),
    sampleLine({ cartItemId: crypto.randomUUID(), sku: 'DONAPUENTE', kind: 'donation', isDonation: true }),
  ];
  const cart = sampleCart(lines);
  let isRefused = true;
  const shop = await walkToPayment({
    getCart: { ...cart, prices: { ...cart.prices, shipping: gtq(30), grandTotal: gtq(729) } },
    placeOrder: () => (isRefused ? refusal('PAY_DECLINED') : { status: 200, data: { orderNumber: '100000001' } }),
    sendSponsoredEvent: null,
  });
  await order(shop);
  expect((await screen.findAllByText('Pago rechazado'))[0]).toBeVisible();
  expect(shop.sentTo('sendSponsoredEvent')).toEqual([]);
  isRefused = false;
  act(() => showAlert({ id: 'points-alert', type: 'Error', title: 'Hemos encontrado un error', message: '' }));
  await order(shop);
  await confirmed();
  expect(screen.queryByText('Hemos encontrado un error')).toBeNull();
  expect(shop.sentTo('sendSponsoredEvent').map(({ body }) => body)).toEqual([{ eventUrl: sponsored }]);
  expect(shop.measured().at(-1)).toMatchObject({
    event: 'purchase',
    ecommerce: { items: [{ item_id: 'FRE-0003' }, { item_id: 'OTRO' }] },
  });
  expect(shop.address()).toBe('/confirmation');
  expect(screen.getAllByText(/100000001/)[0]).toBeVisible();
  expect(screen.queryByText('Pago rechazado')).toBeNull();
});

test('[RMN-02, ANA-06] a failing sponsor event, message or data layer does not disturb the order', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const shop = await walkToPayment({
    getCart: sampleCart([sampleLine({ eventUrl: sponsored })]),
    sendSponsoredEvent: noAnswer,
    sendMessagingEvent: refusal('UNEXPECTED'),
  });
  const broken: unknown[] = [];
  broken.push = () => {
    throw new Error('a container that fails');
  };
  window.dataLayer = broken;
  await order(shop);
  await confirmed();
  await waitFor(() => expect(shop.sentTo('sendSponsoredEvent')).toHaveLength(1));
  expect(shop.address()).toBe('/confirmation');
});
