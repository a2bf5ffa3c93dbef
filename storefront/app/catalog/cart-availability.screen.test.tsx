import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Calls } from '../testing/network.ts';
import { openCheckout, withAddress } from '../testing/open-checkout.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine, sampleProductDetail } from '../testing/samples.ts';

type Line = ReturnType<typeof sampleLine>;

const time = {
  shopId: 1,
  deliveryDate: '2026-11-27',
  foundInStore: true,
  message: '',
  pickupDate: '2026-11-25',
  pickupTime: '15:00',
};
const store = {
  storeCode: 'T02',
  name: 'Ceiba Oakland',
  street: 'Diagonal 6',
  city: 'Guatemala',
  regionId: 485,
  zone: 'Zona 10',
  latitude: 14.6,
  longitude: -90.5,
  ...time,
};
const group = (sellerId: number, deliveryDate: string | null, message = '') => ({
  ...time,
  sellerId,
  skus: ['FRE-0003'],
  deliveryDate,
  message,
});

const openCart = async (line: Partial<Line>, calls: Calls = {}) => {
  const shop = await renderScreen('/cart', {
    local: { 'ceiba.cart': sampleCartId },
    calls: {
      getCart: sampleCart([sampleLine(line)]),
      computeDeliveryTimes: { status: 201, data: [group(1, '2026-11-27')] },
      checkPickupStock: { status: 200, data: { found: true, stores: [store] } },
      ...calls,
    },
  });
  return { ...shop, cards: await screen.findByRole('region', { name: 'Entrega' }) };
};

test('[DEL-30] product page, cart and checkout show the delivery date, and the store and date of pickup', async () => {
  const calls: Calls = {
    computeDeliveryTimes: { status: 201, data: [group(1, '2026-11-27')] },
    checkPickupStock: { status: 200, data: { found: true, stores: [store] } },
  };
  const shown = [/A domicilio/, /27 de noviembre/, /Recoger en tienda/, /25 de noviembre/, /Ceiba Oakland/];
  const product = sampleProductDetail();
  await renderScreen(`/${product.slug}`, { calls: { getProductBySlug: product, ...calls } });
  const onProduct = await screen.findByRole('region', { name: 'Entrega' });
  await waitFor(() => shown.forEach((text) => void expect(onProduct).toHaveTextContent(text)));
  cleanup();
  const { cards } = await openCart({}, calls);
  await waitFor(() => shown.forEach((text) => void expect(cards).toHaveTextContent(text)));
  cleanup();
  const { user } = await openCheckout({ kept: withAddress, calls });
  const dates = await screen.findByRole('group', { name: 'Fecha de entrega' });
  await waitFor(() => expect(dates).toHaveTextContent('viernes 27 de noviembre'));
  await user.click(screen.getByRole('radio', { name: /^Recoger en tienda/ }));
  await user.click(await screen.findByRole('button', { name: 'Ver tiendas disponibles' }));
  const stores = await screen.findByRole('dialog', { name: 'Elige tu tienda' });
  expect(await within(stores).findByRole('radio', { name: /^Ceiba Oakland.*25 de noviembre/ })).toBeVisible();
});

test('the cart shows delivery date and store for all its products at the chosen place', async () => {
  const { cards, sentTo } = await openCart({ quantity: 2 });
  await expect.poll(() => cards.textContent).toContain('Llega el viernes 27 de noviembre');
  await expect.poll(() => cards.textContent).toContain('Gratis · desde el miércoles 25 de noviembre');
  // The line shows the date too.
  await expect.poll(() => screen.getAllByText('Llega el viernes 27 de noviembre')).toHaveLength(2);
  expect(within(cards).getByText('Ceiba Oakland')).toBeVisible();
  expect(within(cards).getByRole('button', { name: 'Ajusta tu ubicación' })).toBeVisible();
  expect(sentTo('checkPickupStock')[0]?.body).toMatchObject({ items: [{ sku: 'FRE-0003', quantity: 2 }] });
});

const rows: [string, Partial<Line>, Calls, string][] = [
  [
    'several shipments show the latest date; a shipment without a date counts as the latest',
    {},
    {
      computeDeliveryTimes: {
        status: 201,
        data: [group(4, null, 'Próximamente'), group(1, '2026-11-27')],
      },
    },
    '2 envíos · el último próximamente',
  ],
  [
    '[CAT-21] [DIF-39] a presale shows the day from which it is available, in the line too',
    {},
    {
      computeDeliveryTimes: {
        status: 201,
        data: [group(1, '2026-12-09', 'Disponible a partir del 9 de diciembre de 2026')],
      },
    },
    'A domicilioDisponible a partir del 9 de diciembre de 2026',
  ],
  [
    'the card reports that there is no delivery to the place',
    {},
    { computeDeliveryTimes: { status: 201, data: [] } },
    'No disponible en tu ubicación',
  ],
  [
    'a pickup-only product explains the missing delivery',
    { restricted: true },
    {},
    'Llevas un producto que solo se recoge en tienda',
  ],
  [
    'a delivery-only product explains the missing pickup',
    { dropshipping: true },
    {},
    'Llevas un producto que solo se envía a domicilio',
  ],
  [
    'the pickup card reports that no store has all products',
    {},
    { checkPickupStock: { status: 200, data: { found: false, stores: [] } } },
    'Ninguna tienda tiene todo tu carrito',
  ],
];

test.each(rows)('%s', async (_, line, calls, words) => {
  const { cards } = await openCart(line, calls);
  await expect.poll(() => cards.textContent).toContain(words);
});

test('with a pickup-only and a delivery-only product, the cart shows no date and two explanations', async () => {
  const sent = sampleLine({ cartItemId: '00000000-0000-4000-8000-0000000000a2', sku: 'LEN-1', dropshipping: true });
  const { cards, sentTo } = await openCart({}, { getCart: sampleCart([sampleLine({ restricted: true }), sent]) });
  expect(cards).toHaveTextContent('Llevas un producto que solo se recoge en tienda');
  expect(cards).toHaveTextContent('Llevas un producto que solo se envía a domicilio');
  expect(sentTo('checkPickupStock')).toEqual([]);
});

test('[DEL-02] the lines of a pickup cart show no arrival dates and request none', async () => {
  const { cards, sentTo } = await openCart({ restricted: true });
  await expect.poll(() => cards.textContent).toContain('Gratis · desde el miércoles 25 de noviembre');
  expect(sentTo('computeDeliveryTimes')).toEqual([]);
  expect(screen.queryByText(/^Llega/)).toBeNull();
});
