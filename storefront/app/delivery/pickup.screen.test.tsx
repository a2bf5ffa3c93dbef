import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { noAnswer } from '../testing/network.ts';
import {
  atDelivery,
  continueToPayment,
  openCheckout,
  sampleGroup,
  sampleStore,
  storedCheckoutText,
} from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleLine } from '../testing/samples.ts';

const far = sampleStore({
  storeCode: 'T05',
  name: 'Ceiba Xela',
  city: 'Quetzaltenango',
  regionId: 493,
  zone: '',
  latitude: 14.84,
  longitude: -91.52,
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
  await shop.user.click(drawer.getByRole('button', { name: /^Recoger en / }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('[DEL-25, DEL-26] [DEC-97] the drawer lists stores with every product, nearest first, each with street and date', async () => {
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

const markers = async (drawer: ReturnType<typeof within>) => {
  const map = within(await drawer.findByRole('group', { name: 'Tiendas en el mapa' }));
  await map.findByRole('button', { name: 'Ceiba Xela' });
  return map;
};

test('[DEL-25] a store can also be chosen on the map, by pointer or keys, and the list agrees', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  const drawer = await openStores(shop);
  const map = await markers(drawer);
  await shop.user.click(map.getByRole('button', { name: 'Ceiba Xela' }));
  expect(drawer.getByRole('radio', { name: /^Ceiba Xela/ })).toBeChecked();
  expect(map.getByRole('button', { name: 'Ceiba Xela', pressed: true })).toBeVisible();
  expect(drawer.getByRole('button', { name: 'Recoger en Ceiba Xela' })).toBeEnabled();
  map.getByRole('button', { name: 'Ceiba Xela' }).focus();
  await shop.user.keyboard('{ArrowLeft}');
  expect(map.getByRole('button', { name: 'Ceiba Miraflores', pressed: false })).toHaveFocus();
  await shop.user.keyboard('{Enter}');
  expect(drawer.getByRole('radio', { name: /^Ceiba Miraflores/ })).toBeChecked();
  await shop.user.keyboard('{ArrowRight} ');
  expect(drawer.getByRole('radio', { name: /^Ceiba Xela/ })).toBeChecked();
  await shop.user.click(drawer.getByRole('radio', { name: /^Ceiba Miraflores/ }));
  expect(map.getByRole('button', { name: 'Ceiba Miraflores', pressed: true })).toBeVisible();
  await shop.user.click(drawer.getByRole('button', { name: 'Recoger en Ceiba Miraflores' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(storedCheckoutText()).storeLocationSelected).toMatchObject({ storeCode: 'MAX' });
});

test('[DEL-25] the map shows the stores of the list, with tiles of the shop’s own server', async () => {
  const shop = await openCheckout({
    kept: atDelivery,
    calls: {
      ...calls,
      getPolicy: {
        policy: toPublicPolicy(defaultShopPolicy),
        offers: demoOffersAnswer,
        tagContainer: null,
        mapTiles: 'https://tiles.tienda.gt/osm/{z}/{x}/{y}.png',
      },
    },
  });
  const drawer = await openStores(shop);
  const map = await markers(drawer);
  const tiles = [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile')].map(({ src }) => src);
  expect(tiles).not.toEqual([]);
  for (const tile of tiles) expect(tile).toMatch(/^https:\/\/tiles\.tienda\.gt\/osm\//);
  await shop.user.type(drawer.getByRole('searchbox', { name: 'Buscar tienda' }), 'quetzaltenango');
  await waitFor(() => expect(map.queryByRole('button', { name: 'Ceiba Miraflores' })).toBeNull());
  expect(map.getByRole('button', { name: 'Ceiba Xela' })).toBeVisible();
  expect(map.getByRole('button', { name: 'Acercar el mapa' })).toBeVisible();
});

const distances = (drawer: ReturnType<typeof within>): (string | undefined)[] =>
  drawer
    .getAllByRole('radio')
    .map((radio: HTMLElement) => /(?<=:\d\d)[\d.]+ km$/.exec(radio.closest('label')?.textContent ?? '')?.[0]);

test('[DEL-25] [DEC-100] with a confirmed map point each store shows its distance, the nearest first', async () => {
  const userData = { ...emptyDelivery, point: { latitude: 14.85, longitude: -91.5 } };
  const shop = await openCheckout({ kept: { ...atDelivery, userData }, calls });
  const drawer = await openStores(shop);
  expect(distances(drawer)).toEqual(['2.4 km', '105 km']);
  expect(drawer.getAllByRole('radio')[0]).toHaveAccessibleName(/^Ceiba Xela/);
});

test('[DEL-25] on request, the browser’s location sorts the stores, and a refusal is shown', async () => {
  const locate = vi.fn();
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: locate } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  const shop = await openCheckout({ kept: atDelivery, calls });
  const drawer = await openStores(shop);
  await markers(drawer);
  expect(distances(drawer)).toEqual([undefined, undefined]);
  expect(locate).not.toHaveBeenCalled();
  locate.mockImplementationOnce((_, refuse) => refuse());
  await shop.user.click(drawer.getByRole('button', { name: 'Mi ubicación' }));
  expect(drawer.getByText('No pudimos obtener tu ubicación.')).toBeVisible();
  locate.mockImplementationOnce((tell) => tell({ coords: { latitude: 14.85, longitude: -91.5 } }));
  await shop.user.click(drawer.getByRole('button', { name: 'Mi ubicación' }));
  expect(distances(drawer)).toEqual(['2.4 km', '105 km']);
  expect(drawer.queryByText('No pudimos obtener tu ubicación.')).toBeNull();
  // Only a confirmed point becomes the order's own.
  expect(JSON.parse(storedCheckoutText()).userData.point).toBeNull();
});

test('[DEL-25] the chosen store and its date are stored, and shown when delivery is done', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  await choose(shop, /^Ceiba Miraflores/);
  expect(JSON.parse(storedCheckoutText()).storeLocationSelected).toMatchObject({
    name: 'Ceiba Miraflores',
    street: '21 avenida 4-32',
    pickupDate: '2026-11-23',
  });
  await continueToPayment(shop);
  const summary = screen.getByRole('region', { name: 'Método de entrega' });
  expect(summary).toHaveTextContent('Ceiba Miraflores, 21 avenida 4-32, Zona 11, Guatemala');
  expect(summary).toHaveTextContent('lunes 23 de noviembre');
});

test('[DEL-18, DEL-27] [CONST-23] [DIF-40, DIF-41] the store’s address is sent, with pickup’s defaults, then the pickup method', async () => {
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

test('continuing without a store shows what is missing and sends nothing', async () => {
  const shop = await openCheckout({ kept: atDelivery, calls });
  await shop.user.click(await screen.findByRole('radio', { name: /^Recoger en tienda/ }));
  await shop.user.click(await screen.findByRole('button', { name: 'Continuar a pago' }));
  expect(await screen.findByText('Elige la tienda donde recogerás tu pedido.')).toBeVisible();
  expect(shop.sentTo('setCartShippingAddress')).toEqual([]);
});

test('if stores cannot be loaded, the choice stays and they can be loaded again', async () => {
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
