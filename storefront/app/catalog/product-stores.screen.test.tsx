import type { ProductStores, StoreStock } from '@ceiba/contract/delivery';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { findAddButton } from '../testing/add-button.ts';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { atDelivery, openCheckout, sampleGroup, sampleStore, storedCheckoutText } from '../testing/open-checkout.ts';
import { renderScreen, type Screen } from '../testing/render-screen.tsx';
import { sampleCart, sampleCartId, sampleLine, sampleProductDetail } from '../testing/samples.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const store = (changes: Partial<StoreStock>): StoreStock => ({
  ...{ storeCode: 'MAX', slug: 'ceiba-miraflores', name: 'Ceiba Miraflores', city: 'Guatemala', zone: 'Zona 11' },
  ...{ latitude: 14.62, longitude: -90.55, state: 'now', units: null, message: 'Disponible hoy' },
  ...{ pickupDate: '2026-11-24', pickupTime: '12:00', openNow: true, hours: 'Abierto hasta las 19:00' },
  distanceKm: null,
  ...changes,
});

const rows: StoreStock[] = [
  store({}),
  store({
    ...{ storeCode: 'T04', name: 'Ceiba Norte', zone: 'Zona 18', state: 'few', units: 2 },
    ...{ message: 'Últimas 2 en esta tienda', pickupDate: '2026-11-25', pickupTime: '10:00' },
    hours: 'Cerrado. Abre mañana a las 9:00',
  }),
  store({
    ...{
      storeCode: 'XELA',
      name: 'Ceiba Xela',
      city: 'Quetzaltenango',
      zone: '',
      state: 'transfer',
      distanceKm: 112.1,
    },
    ...{ message: 'No está aquí. La traemos: lista el jueves 26 de noviembre', pickupDate: '2026-11-26' },
  }),
  store({
    ...{ storeCode: 'T09', name: 'Ceiba Antigua', city: 'Antigua Guatemala', zone: '', state: 'none' },
    ...{ message: 'No disponible', pickupDate: null, pickupTime: null },
  }),
];

const answer = (changes: Partial<ProductStores> = {}) => ({
  status: 200,
  data: { asOf: '2026-11-24T16:00:00.000Z', notPickedUp: null, stores: rows, ...changes },
});

const product = sampleProductDetail({ salableQuantity: 9 });

const openPage = (calls: Calls = {}, local: Record<string, string> = {}): Promise<Screen> =>
  renderScreen(`/${product.slug}`, {
    local,
    calls: {
      getProductBySlug: product,
      getRecommendations: { products: [], resultId: sampleCartId },
      computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
      checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore()] } },
      getProductStores: answer(),
      getProductWarranties: [],
      ...calls,
    },
  });

const openStores = async ({ user }: Screen) => {
  await user.click(await screen.findByRole('link', { name: 'Ver en tiendas' }));
  return within(await screen.findByRole('dialog', { name: 'Ver en tiendas' }));
};

describe('the drawer', () => {
  test('[LIVE-01, LIVE-02] the drawer lists each store with place, stock, time of pickup, hours and directions', async () => {
    const shop = await openPage();
    const link = await screen.findByRole('link', { name: 'Ver en tiendas' });
    expect(link).toHaveAttribute('href', `/tiendas?sku=${product.sku}`);
    expect(shop.sentTo('getProductStores')).toEqual([]);
    const drawer = await openStores(shop);
    const items = await drawer.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Ceiba MirafloresGuatemala, Zona 11Disponible hoyLista hoy a las 12:00Abierto hasta las 19:00Recoger aquí: Ceiba MirafloresCómo llegar: Ceiba Miraflores',
      'Ceiba NorteGuatemala, Zona 18Últimas 2 en esta tiendaLista mañana a las 10:00Cerrado. Abre mañana a las 9:00Recoger aquí: Ceiba NorteCómo llegar: Ceiba Norte',
      'Ceiba Xela112 kmQuetzaltenangoNo está aquí. La traemos: lista el jueves 26 de noviembreDesde las 12:00Abierto hasta las 19:00Recoger aquí: Ceiba XelaCómo llegar: Ceiba Xela',
      'Ceiba AntiguaAntigua GuatemalaNo disponibleAbierto hasta las 19:00Cómo llegar: Ceiba Antigua',
    ]);
    expect(drawer.getByRole('link', { name: 'Cómo llegar: Ceiba Norte' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=14.62%2C-90.55',
    );
    expect(shop.sentTo('getProductStores')).toMatchObject([
      { params: { sku: product.sku }, query: { quantity: '1', region: '485', city: 'Guatemala' } },
    ]);
  });

  test('[LIVE-04] the page’s quantity and the chosen place are asked for', async () => {
    const place = { userRegion: 493, userCity: 'Quetzaltenango' };
    const shop = await openPage({}, { 'ceiba.location': JSON.stringify(place) });
    await findAddButton();
    await shop.user.selectOptions(screen.getByRole('combobox', { name: 'Cantidad' }), '3');
    const drawer = await openStores(shop);
    expect(await drawer.findByText('3 unidades, cerca de Quetzaltenango')).toBeVisible();
    expect(shop.sentTo('getProductStores').map(({ query }) => query)).toEqual([
      { quantity: '3', region: '493', city: 'Quetzaltenango' },
    ]);
  });

  test('[LIVE-03] the drawer shows the age of the answer, and asks again after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-11-24T16:00:02Z') });
    let asked = 0;
    const shop = await openPage({
      getProductStores: () => {
        asked += 1;
        return answer(asked === 1 ? {} : { asOf: '2026-11-24T16:00:32.000Z' });
      },
    });
    const drawer = await openStores(shop);
    await waitWithStoppedClock(() => expect(drawer.getByText('Actualizado hace 2 s')).toBeVisible());
    act(() => void vi.advanceTimersByTime(5_000));
    expect(drawer.getByText('Actualizado hace 7 s')).toBeVisible();
    act(() => void vi.advanceTimersByTime(25_000));
    await waitWithStoppedClock(() => expect(drawer.getByText('Actualizado hace 0 s')).toBeVisible());
    expect(asked).toBe(2);
    await shop.user.click(drawer.getByRole('button', { name: 'Cerrar' }));
    await waitWithStoppedClock(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(asked).toBe(2);
  });

  test.each([
    ['no connection', noAnswer, 'No hay conexión con la tienda'],
    ['too many asks', refusal('RATE_LIMITED', { headers: { 'retry-after': '40' } }), 'Demasiados intentos seguidos'],
    ['a product that is gone', refusal('PRODUCT_NOT_FOUND'), 'No pudimos consultar las tiendas'],
  ])('[LIVE-01] %s shows a specific message, and the call can be repeated', async (_, reply, words) => {
    let isBroken = true;
    const shop = await openPage({ getProductStores: () => (isBroken ? reply : answer()) });
    const drawer = await openStores(shop);
    expect(await drawer.findByRole('alert')).toHaveTextContent(words);
    isBroken = false;
    await shop.user.click(drawer.getByRole('button', { name: 'Reintentar' }));
    expect(await drawer.findByText('Ceiba Miraflores')).toBeVisible();
    expect(drawer.queryByRole('alert')).toBeNull();
  });

  test('[LIVE-06] a product that no store hands over says so, with its delivery', async () => {
    const notPickedUp = {
      ...{ message: 'Este producto no se recoge en tienda', deliveryDate: '2026-11-28' },
      deliveryMessage: 'sábado 28 de noviembre',
    };
    const shop = await openPage({ getProductStores: answer({ notPickedUp, stores: [] }) });
    const drawer = await openStores(shop);
    expect(await drawer.findByText('Este producto no se recoge en tienda')).toBeVisible();
    expect(drawer.getByText('Llega el sábado 28 de noviembre')).toBeVisible();
    expect(drawer.queryByRole('button', { name: /^Recoger aquí/ })).toBeNull();
  });

  test('[LIVE-01] a shop without stores says that it has no stores', async () => {
    const drawer = await openStores(await openPage({ getProductStores: answer({ stores: [] }) }));
    expect(await drawer.findByText(/^Aún no tenemos tiendas\./)).toBeVisible();
  });

  test.each([{ is3p: true }, { dropshipping: true }])('[LIVE-06] %j: the page offers no stores', async (changes) => {
    await openPage({ getProductBySlug: sampleProductDetail(changes) });
    expect(await screen.findByRole('region', { name: 'Entrega' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ver en tiendas' })).toBeNull();
  });
});

const added = { ...sampleCart([sampleLine()]), cartItemId: sampleLine().cartItemId };
const cartCalls: Calls = { createCart: sampleCart([]), addCartProduct: { ...added, status: 201 }, getCart: added };

describe('"Recoger aquí"', () => {
  test('[LIVE-05] the button adds the product, stores the choice, and says that carts reserve no units', async () => {
    const shop = await openPage(cartCalls);
    const drawer = await openStores(shop);
    const text = 'Los carritos no apartan productos: lo apartamos cuando confirmas tu pedido.';
    expect(await drawer.findByText(text)).toBeVisible();
    await shop.user.click(drawer.getByRole('button', { name: 'Recoger aquí: Ceiba Norte' }));
    expect(await screen.findByRole('dialog', { name: 'Continuar comprando' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ver en tiendas' })).toBeNull());
    expect(screen.getByText('Recogerás en Ceiba Norte')).toBeVisible();
    expect(shop.sentTo('addCartProduct').map(({ body }) => body)).toMatchObject([{ sku: product.sku, quantity: 1 }]);
    expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toEqual({
      ...{ userRegion: 485, userCity: 'Guatemala', store: 'T04' },
    });
  });

  test('[LIVE-01, LIVE-05] in the panel the button stores the choice for a product that is already in the cart', async () => {
    const shop = await openPage(cartCalls);
    await shop.user.click(await findAddButton());
    const panel = within(await screen.findByRole('dialog', { name: 'Continuar comprando' }));
    await shop.user.click(await panel.findByRole('link', { name: 'Ver en tiendas' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Ver en tiendas' }));
    await shop.user.click(await drawer.findByRole('button', { name: 'Recoger aquí: Ceiba Miraflores' }));
    expect(await screen.findByText('Recogerás en Ceiba Miraflores')).toBeVisible();
    expect(shop.sentTo('addCartProduct')).toHaveLength(1);
    expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).toMatchObject({ store: 'MAX' });
  });

  const kept = (code: string) => ({
    'ceiba.location': JSON.stringify({ userRegion: 485, userCity: 'Guatemala', store: code }),
  });
  const far = sampleStore({ storeCode: 'T05', name: 'Ceiba Xela' });
  const calls: Calls = {
    checkPickupStock: { status: 200, data: { found: true, stores: [sampleStore(), far] } },
    computeDeliveryTimes: { status: 201, data: [sampleGroup()] },
  };

  test('[LIVE-05] the checkout’s delivery step starts with the stored store, only once', async () => {
    await openCheckout({ kept: atDelivery, calls, local: kept('T05') });
    expect(await screen.findByRole('radio', { name: /^Recoger en tienda/ })).toBeChecked();
    expect(await screen.findByRole('button', { name: 'Cambiar tienda' })).toBeVisible();
    expect(JSON.parse(storedCheckoutText()).storeLocationSelected).toMatchObject({ storeCode: 'T05' });
    expect(JSON.parse(localStorage.getItem('ceiba.location') ?? '')).not.toHaveProperty('store');
  });

  test('[LIVE-05] a stored store that cannot serve the cart changes nothing', async () => {
    await openCheckout({ kept: atDelivery, calls, local: kept('GONE') });
    expect(await screen.findByRole('radio', { name: /^A domicilio/ })).toBeChecked();
  });
});

describe('without scripts', () => {
  const openSection = (calls: Calls = {}, query = `sku=${product.sku}`) =>
    renderScreen(`/tiendas?${query}`, {
      calls: {
        listStores: [],
        getProductBySku: product,
        getProductStores: answer(),
        getProductPrices: refusal('PRODUCT_NOT_FOUND'),
        ...calls,
      },
    });

  test('[LIVE-01] the page of stores has a section about the product, which no search engine indexes', async () => {
    const shop = await openSection({}, `sku=${product.sku}&quantity=2`);
    const section = within(await screen.findByRole('region', { name: product.title }));
    expect(section.getAllByRole('listitem')).toHaveLength(4);
    expect(section.getByText(/^2 unidades\. Los carritos no apartan productos/)).toBeVisible();
    expect(section.getByRole('link', { name: 'Ver el producto' })).toHaveAttribute('href', `/${product.slug}`);
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
    expect(shop.sentTo('getProductStores').map(({ query }) => query)).toEqual([{ quantity: '2' }]);
  });

  test.each([
    [
      'a product that is gone',
      { getProductBySku: refusal('PRODUCT_NOT_FOUND'), getProductStores: refusal('PRODUCT_NOT_FOUND') },
      'Este producto ya no está a la venta',
    ],
    [
      'a failed call',
      { getProductStores: noAnswer },
      'No pudimos consultar las tiendas. Vuelve a cargar la página en un momento.',
    ],
  ] as const)('[LIVE-01] %s shows a specific message', async (_, calls, words) => {
    await openSection(calls);
    expect(await screen.findByText(words)).toBeVisible();
  });
});
