import { toPublicPolicy } from '@ceiba/domain/policies/policy-fields';
import { defaultShopPolicy } from '@ceiba/domain/policies/shop-policy';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyDelivery } from '../checkout/checkout-data.ts';
import { demoOffersAnswer } from '../testing/demo-offers.ts';
import { continueToPayment, openCheckout, storedCheckoutText, withAddress } from '../testing/open-checkout.ts';
import type { Screen } from '../testing/render-screen.tsx';

type Tell = (tellPlace: PositionCallback, tellRefusal: PositionErrorCallback) => void;

/** Simulates a browser whose location API answers this way. */
const locateBy = (tell: Tell) => {
  const locate = vi.fn<Tell>(tell);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: locate } });
  return locate;
};

afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'));

const coordinates = (latitude: number, longitude: number): GeolocationPosition => {
  const coords = {
    latitude,
    longitude,
    accuracy: 5,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: null,
  };
  return { coords: { ...coords, toJSON: () => coords }, timestamp: 0, toJSON: () => coords };
};

const denied: GeolocationPositionError = {
  code: 1,
  message: 'denied',
  PERMISSION_DENIED: 1,
  POSITION_UNAVAILABLE: 2,
  TIMEOUT: 3,
};

const withoutZone = {
  ...withAddress,
  userData: { ...emptyDelivery, address: '12 calle 1-25', region: '485', city: 'Guatemala' },
};

const openMap = async ({ user }: Screen) => {
  await user.click(await screen.findByRole('button', { name: 'Ajustar en el mapa' }));
  return within(await screen.findByRole('dialog', { name: 'Ubica tu dirección' }));
};

test('[MAP-01, MAP-03] the map asks for the browser’s location, and the confirmed point is sent with the address', async () => {
  const locate = locateBy((tell) => tell(coordinates(14.55, -90.55)));
  const shop = await openCheckout({ kept: withAddress });
  const map = await openMap(shop);
  expect(await map.findByText('Punto elegido: 14.55000, -90.55000')).toBeVisible();
  expect(locate).toHaveBeenCalledTimes(1);
  expect(map.getByRole('button', { name: 'Mi ubicación' })).not.toHaveAttribute('aria-busy');
  await shop.user.click(map.getByRole('button', { name: 'Confirmar ubicación' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Ubicación confirmada')).toBeVisible();
  expect(JSON.parse(storedCheckoutText()).userData.point).toEqual({ latitude: 14.55, longitude: -90.55 });
  await continueToPayment(shop);
  expect(shop.sentTo('setCartShippingAddress')[0]?.body).toMatchObject({ latitude: 14.55, longitude: -90.55 });
});

test('[DEC-46] the tiles come from the shop’s own tile server', async () => {
  locateBy((_, refuse) => refuse(denied));
  const shop = await openCheckout({
    kept: withAddress,
    calls: {
      getPolicy: {
        policy: toPublicPolicy(defaultShopPolicy),
        offers: demoOffersAnswer,
        tagContainer: null,
        mapTiles: 'https://tiles.tienda.gt/osm/{z}/{x}/{y}.png',
      },
    },
  });
  const map = await openMap(shop);
  await map.findByText(/Punto elegido/);
  const tiles = [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile')].map(({ src }) => src);
  expect(tiles).not.toEqual([]);
  for (const tile of tiles) expect(tile).toMatch(/^https:\/\/tiles\.tienda\.gt\/osm\/15\//);
});

test.each<[string, Tell]>([
  ['refuses its location', (_, refuse) => refuse(denied)],
  ['does not know its location', (_, refuse) => refuse({ ...denied, code: 2 })],
])(
  '[MAP-02] [CONST-41] [DEC-46] when the browser %s, the marker is in Guatemala City at zoom 18, and works without tiles',
  async (_, tell) => {
    locateBy(tell);
    const shop = await openCheckout({ kept: withoutZone });
    const map = await openMap(shop);
    const chosen = await map.findByText(/Punto elegido/);
    expect(chosen).toHaveTextContent(
      'No pudimos obtener tu ubicación: mueve el marcador en el mapa. Punto elegido: 14.63490, -90.50690',
    );
    // The path of a tile begins with the zoom.
    const tiles = [...document.querySelectorAll<HTMLImageElement>('.leaflet-tile')].map(
      ({ src }) => new URL(src).pathname,
    );
    expect(tiles).not.toEqual([]);
    for (const tile of tiles) expect(tile).toMatch(/^\/18\//);
    map.getByRole('button', { name: /^Marcador de tu dirección/ }).focus();
    await shop.user.keyboard('{ArrowUp}{ArrowRight}');
    expect(chosen).not.toHaveTextContent('14.63490, -90.50690');
    await shop.user.click(map.getByRole('button', { name: 'Confirmar ubicación' }));
    const { point } = JSON.parse(storedCheckoutText()).userData;
    expect(point.latitude).toBeGreaterThan(14.6349);
    expect(point.longitude).toBeGreaterThan(-90.5069);
  },
);

test('[MAP-02] without a location API the drawer shows a message, and the marker still works', async () => {
  const shop = await openCheckout({ kept: withoutZone });
  const map = await openMap(shop);
  expect(await map.findByText(/Punto elegido/)).toHaveTextContent('No pudimos obtener tu ubicación');
});

test('the map of a chosen zone opens on that zone', async () => {
  locateBy((_, refuse) => refuse(denied));
  const map = await openMap(await openCheckout({ kept: withAddress }));
  expect(await map.findByText(/Punto elegido: 14\.597\d+, -90\.507\d+/)).toBeVisible();
});

const failTiles = () => {
  for (const tile of document.querySelectorAll('.leaflet-tile')) fireEvent.error(tile);
};

test('without tiles the map asks for a landmark, and sends no marker', async () => {
  locateBy((_, refuse) => refuse(denied));
  const shop = await openCheckout({ kept: withAddress });
  const map = await openMap(shop);
  await map.findByText(/Punto elegido/);
  expect(map.queryByRole('textbox', { name: 'Punto de referencia' })).toBeNull();
  failTiles();
  const field = await map.findByRole('textbox', { name: 'Punto de referencia' });
  const confirm = map.getByRole('button', { name: 'Confirmar ubicación' });
  expect(confirm).toHaveAttribute('aria-disabled', 'true');
  expect(confirm).toHaveAccessibleDescription(/^El mapa no se puede mostrar ahora\./);
  await shop.user.type(field, 'Frente a la iglesia | portón azul');
  await shop.user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('textbox', { name: /Indicaciones/ })).toHaveValue('Frente a la iglesia / portón azul');
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({
    extras: 'Frente a la iglesia / portón azul',
    point: null,
  });
});

test('a typed landmark stays and is sent, even if the tiles arrive later', async () => {
  locateBy((_, refuse) => refuse(denied));
  const shop = await openCheckout({ kept: withAddress });
  const map = await openMap(shop);
  await map.findByText(/Punto elegido/);
  failTiles();
  const field = await map.findByRole('textbox', { name: 'Punto de referencia' });
  await shop.user.type(field, 'Frente al parque');
  const [tile] = document.querySelectorAll('.leaflet-tile');
  fireEvent.load(tile ?? document.body);
  await waitFor(() => expect(map.queryByText(/El mapa no se puede mostrar ahora/)).toBeNull());
  expect(field).toHaveValue('Frente al parque');
  await shop.user.click(map.getByRole('button', { name: 'Confirmar ubicación' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({ extras: 'Frente al parque' });
});

test('without tiles the browser’s own location is enough', async () => {
  locateBy((tell) => tell(coordinates(14.55, -90.55)));
  const shop = await openCheckout({ kept: withAddress });
  const map = await openMap(shop);
  await map.findByText('Punto elegido: 14.55000, -90.55000');
  failTiles();
  await map.findByRole('textbox', { name: 'Punto de referencia' });
  await shop.user.click(map.getByRole('button', { name: 'Confirmar ubicación' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(storedCheckoutText()).userData).toMatchObject({ isExtras: false, point: { latitude: 14.55 } });
});
