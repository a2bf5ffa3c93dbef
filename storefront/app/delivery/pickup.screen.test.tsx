import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noAnswer } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  keptText,
  openCheckout,
  sampleGroup,
  sampleStore,
} from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleLine } from '../testing/samples.ts';

const far = sampleStore({
  storeCode: 'T05',
  name: 'Ceiba Xela',
  city: 'Quetzaltenango',
  regionId: 493,
  zone: '',
  foundInStore: false,
  message: 'Disponible en 2 días hábiles',
  pickupDate: '2026-11-25',
  pickupTime: '09:00',
});
const stores = [sampleStore(), far];
const calls = {
  checkPickupStock: { status: 200, data: { found: true, stores } },
  computeDeliveryTimes: {
    status: 201,
    data: [sampleGroup({ deliveryDate: null, foundInStore: true, pickupDate: '2026-11-23', pickupTime: '14:00' })],
  },
};

const openStores = async ({ user }: Screen) => {
  await user.click(await screen.findByRole('radio', { name: /^Recoger en tienda/ }));
  await user.click(await screen.findByRole('button', { name: 'Ver tiendas disponibles' }));
  return within(await screen.findByRole('dialog', { name: 'Elige tu tienda' }));
};

const choose = async (shop: Screen, name: RegExp) => {
  const drawer = await openStores(shop);
  await shop.user.click(drawer.getByRole('radio', { name }));
  await shop.user.click(drawer.getByRole('button', { name: 'Elegir tienda' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('[DEL-25, DEL-26] [DEC-97] the drawer lists the stores that have everything, nearest first, each with its street and date', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  const drawer = await openStores(shop);
  expect(shop.sentTo('checkPickupStock')[0]?.body).toEqual({
    items: [{ sku: 'FRE-0003', quantity: 1 }],
    location: { region: 485, city: 'Guatemala' },
  });
  expect(drawer.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Ceiba Miraflores21 avenida 4-32, Zona 11, GuatemalaDisponible hoyRecoge desde el lunes 23 de noviembre, 14:00',
    'Ceiba Xela21 avenida 4-32, QuetzaltenangoDisponible en 2 días hábilesRecoge desde el miércoles 25 de noviembre, 09:00',
  ]);
  expect(drawer.getByRole('button', { name: 'Elegir tienda' })).toBeDisabled();
});

test('[DEL-25] the chosen store is kept, with its date, and shown when delivery is done', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  await choose(shop, /^Ceiba Miraflores/);
  expect(JSON.parse(keptText()).storeLocationSelected).toMatchObject({
    name: 'Ceiba Miraflores',
    street: '21 avenida 4-32',
    pickupDate: '2026-11-23',
  });
  await continueToPayment(shop);
  const done = screen.getByRole('region', { name: 'Método de entrega' });
  expect(done).toHaveTextContent('Ceiba Miraflores, 21 avenida 4-32, Zona 11, Guatemala');
  expect(done).toHaveTextContent('lunes 23 de noviembre');
});

test('[DEL-18, DEL-27] [CONST-23] [DIF-40, DIF-41] the address is the store’s, with the defaults of pickup where it has none, then the method of pickup', async () => {
  const bare = sampleStore({ regionId: 0, zone: '' });
  const shop = await openCheckout({
    kept: atDelivery,
    calls: { ...calls, checkPickupStock: { status: 200, data: { found: true, stores: [bare] } } },
  });
  await choose(shop, /^Ceiba Miraflores/);
  await shop.user.click(screen.getByRole('button', { name: 'Continuar a pago' }));
  await screen.findByRole('button', { name: 'Tarjeta al contado' });
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({
    storeCode: 'MAX',
    street: '21 avenida 4-32',
    city: 'Guatemala',
    region: 488,
    zone: 'Zone 00',
  });
  expect(shop.sentTo('setCartShippingMethod')[0]?.body).toEqual({
    carrierCode: 'instore',
    methodCode: 'pickup',
    notificationMode: 'all',
  });
});

test('going on without a store says what is missing and sends nothing', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  await shop.user.click(await screen.findByRole('radio', { name: /^Recoger en tienda/ }));
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('Elige la tienda donde recogerás tu pedido.')).toBeVisible();
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
});

test('stores that cannot be read are no missing stores: the choice stays and can be asked again', async () => {
  let isDown = true;
  const shop = await openCheckout({
    kept: atDelivery,
    cart: sampleCart([sampleLine({ restricted: true })]),
    calls: { checkPickupStock: () => (isDown ? noAnswer : { status: 200, data: { found: true, stores } }) },
  });
  expect(await screen.findByText('No pudimos consultar las tiendas')).toBeVisible();
  isDown = false;
  await shop.user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('button', { name: 'Ver tiendas disponibles' })).toBeVisible();
});
