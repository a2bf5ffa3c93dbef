import type { Cart } from '@ceiba/contract/carts';
import { quetzales } from '@ceiba/domain/money/money';
import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { openCart } from '../testing/open-cart.ts';
import { gtq, sampleCart, sampleLine } from '../testing/samples.ts';

const fryer = sampleLine({ salesPrice: gtq(1_200), regularPrice: gtq(1_200) });
const goneMount = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000a2',
  sku: 'SOP-0003',
  title: 'Soporte de pared',
  status: 'OUT_OF_STOCK',
  salableQuantity: 0,
  productNeedsToBeRemovedFromCart: true,
});
const giftCard = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000a3',
  sku: 'TAR-0001',
  title: 'Tarjeta de regalo',
  kind: 'gift_card',
});
const donation = sampleLine({
  cartItemId: '00000000-0000-4000-8000-0000000000d1',
  sku: 'DONAPUENTE',
  title: 'Donación',
  kind: 'donation',
  isDonation: true,
  salesPrice: gtq(25),
  regularPrice: gtq(25),
});

const peten = {
  ...{
    firstname: 'Ana',
    lastname: 'Paz',
    street: ['4 calle 5-6'],
    city: 'Flores',
    postcode: '01001',
    country_code: 'GT',
  },
  ...{ region: { regionId: 501, region: 'Petén' }, telephone: '55554444', latitude: null, longitude: null },
  ...{ storeCode: null, zone: 'Zona 00', trustedPerson: null, nit: 'CF', selectedShippingMethod: null },
};

const bars = () => screen.queryAllByRole('progressbar', { name: 'Progreso hacia envío gratis' }).length;

test.each<[string, Cart, number]>([
  ['[CART-15] a product that can be bought has the bar of both widths', sampleCart([fryer]), 2],
  [
    '[CART-15] a cart with a product that can be bought, and another that cannot, has the bar, too',
    sampleCart([fryer, goneMount]),
    2,
  ],
  ['a cart without a product that can be bought has no bar', sampleCart([goneMount]), 0],
  ['a gift card, which needs no delivery, brings no bar', sampleCart([goneMount, giftCard]), 0],
])('%s', async (_, cart, count) => {
  await openCart(cart);
  expect(await screen.findByText('Pago Seguro')).toBeVisible();
  expect(bars()).toBe(count);
});

test.each([
  ['', ['¡Tu envío es gratis!', 'Gratis en el departamento de Guatemala']],
  ['{"userRegion":485,"userCity":"Mixco"}', ['¡Tu envío es gratis!', 'Con tu ubicación actual']],
  ['{"userRegion":501,"userCity":"Flores"}', ['Envío a tu ubicación: Q75.00']],
])('with the stored place "%s" the cart promises: %j', async (location, words) => {
  await openCart(sampleCart([fryer]), {}, location === '' ? {} : { 'ceiba.location': location });
  expect((await screen.findAllByText(words[0] ?? ''))[0]).toBeVisible();
  const sentences = screen.queryAllByText(
    /^(¡Tu envío es gratis!$|Gratis en el|Con tu ubicación actual|Envío a tu ubicación)/,
  );
  expect([...new Set(sentences.map(({ textContent }) => textContent))]).toEqual(words);
});

test('a cart for a place without free delivery does not promise it', async () => {
  await openCart(sampleCart([fryer], { shippingAddresses: [peten] }));
  expect((await screen.findAllByText('Envío a tu ubicación: Q75.00'))[0]).toBeVisible();
  expect(screen.queryByText('¡Tu envío es gratis!')).toBeNull();
});

test('[CAT-28] the plans of the cart name the banks with plans, and the banks without', async () => {
  await openCart(sampleCart([fryer]));
  expect(await screen.findByText('48 cuotas con BAM-MAX y Banco Industrial.')).toBeVisible();
  expect(screen.getByText('Sin cuotas: American Express y BAC Credomatic.')).toBeVisible();
});

test.each([
  [1_200, false],
  [1_201, true],
])('with free delivery from Q%i, the bar of a cart of Q1,200 shows the missing goal: %s', async (from, isShown) => {
  const policy = toPublicPolicy({ ...defaultShopPolicy, freeDeliveryThreshold: quetzales(from) });
  await openCart(sampleCart([fryer]), { getPolicy: { policy, offers: demoOffersAnswer, tagContainer: null } });
  const [bar] = await screen.findAllByRole('progressbar', { name: 'Progreso hacia envío gratis' });
  expect(bar?.nextElementSibling?.textContent).toBe(
    `Aplica para el departamento de Guatemala${isShown ? 'Q1,201.00' : ''}`,
  );
});

test('[DEC-198] a gift card and a donation do not count towards free delivery, and the bar says so', async () => {
  const policy = toPublicPolicy({ ...defaultShopPolicy, freeDeliveryThreshold: quetzales(2_000) });
  const card = sampleLine({ ...giftCard, salesPrice: gtq(900), regularPrice: gtq(900), lineTotal: gtq(900) });
  await openCart(sampleCart([fryer, card, donation], { donation: 25 }), {
    getPolicy: { policy, offers: demoOffersAnswer, tagContainer: null },
  });
  const [bar] = await screen.findAllByRole('progressbar', { name: 'Progreso hacia envío gratis' });
  expect(bar).toHaveAttribute('value', '60');
});

test('[DIF-17] with a donation the cart promises no cuotas, and the subtotal includes the donation', async () => {
  await openCart(sampleCart([fryer, donation], { donation: 25 }));
  const subtotal = (await screen.findByText('Subtotal (1 producto)')).closest('div');
  expect(subtotal).toHaveTextContent('Q1,225.00');
  expect(subtotal).toHaveTextContent('Incluye tu donación de Q25.00');
  expect(screen.queryByText('¡Compra hasta en 48 cuotas!')).toBeNull();
});

test('without a donation the subtotal does not mention one', async () => {
  await openCart(sampleCart([fryer]));
  expect(await screen.findByText('¡Compra hasta en 48 cuotas!')).toBeVisible();
  expect(screen.queryByText(/Incluye tu donación/)).toBeNull();
});

test('[PRICE-09] a line shows its changed price until "Entendido" is pressed', async () => {
  const line = sampleLine({ salesPrice: gtq(799), seenPrice: gtq(699) });
  const { user, sentTo } = await openCart(sampleCart([line]), {
    changeCartProduct: sampleCart([sampleLine({ salesPrice: gtq(799) })]),
  });
  expect(await screen.findByText('Subió Q100.00 desde que lo agregaste')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(screen.queryByText(/desde que lo agregaste/)).toBeNull());
  expect(sentTo('changeCartProduct').map(({ body }) => body)).toEqual([
    { cartItemId: line.cartItemId, quantity: 1, seenPrice: 799 },
  ]);
});
